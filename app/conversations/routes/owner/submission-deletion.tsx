import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { userContext } from "#app/accounts/middleware.ts";
import { deleteSubmissions, listSelected } from "#app/conversations/inbox/bulk.server.ts";
import { withSelection } from "#app/conversations/inbox/submission-filter.ts";
import { BULK_MAX, selectedIds } from "#app/conversations/schema.ts";
import { redirectWithFlash, redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/submission-deletion";

const schema = z.object({ id: selectedIds, from: z.string().default("") });

/** Returns the submissions that ?id= names, or redirects to the list when none is selected. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const ids = url.searchParams.getAll("id");
	const from = safeRedirect(url.searchParams.get("from"), paths.messages);
	const { error } = selectedIds.safeParse(ids);
	const selected = error ? [] : await listSelected(context.get(userContext), ids);
	if (selected.length === 0) {
		const text = error?.issues[0]?.message ?? "The selected submissions are gone.";
		throw await redirectWithFlash(from, { tone: "error", text }, 302);
	}
	return { selected, from, back: withSelection(from, ids.slice(0, BULK_MAX)) };
}

/** Succeeds for deleted submissions too, because of double clicks. */
export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema });
	if (submission.status !== "success") throw unknownButton();
	const { id, from } = submission.value;
	const list = safeRedirect(from, paths.messages);
	const work = deleteSubmissions(context.get(userContext), id).then((count) => ({
		text: id.length === 1 ? "Submission deleted." : `${count} submissions deleted.`,
	}));
	throw await redirectWithOutcome(work, withSelection(list, []), withSelection(list, id));
}

export default function DeleteSubmissions({ loaderData }: Route.ComponentProps) {
	const { selected, from, back } = loaderData;
	const what = selected.length === 1 ? "this submission" : `${selected.length} submissions`;
	return (
		<Confirmation
			isDangerous
			title={`Delete ${what}?`}
			label="Delete permanently"
			cancelTo={back}
			hidden={{ from }}
			fields={selected.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)}
		>
			<p>
				What was sent, the messages and your notes are deleted permanently. The visitors' links to
				these conversations stop working:
			</p>
			<ul>
				{selected.map(({ id, name, email, messageCount }) => (
					<li key={id} dir="auto">
						{name ? `${name} (${email})` : email}
						{messageCount > 0 && `, ${messageCount} ${messageCount === 1 ? "message" : "messages"}`}
					</li>
				))}
			</ul>
		</Confirmation>
	);
}
