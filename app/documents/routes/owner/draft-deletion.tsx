import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { discardDraft, readDraft } from "#app/documents/drafts/draft.server.ts";
import { redirectWithOutcome } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/draft-deletion";

export async function loader({ context, params }: Route.LoaderArgs) {
	const draft = await readDraft(context.get(appContext), params.draftId);
	if (!draft) throw redirect(paths.document.all(params));
	return { title: draft.title, savedAt: draft.updatedAt, revision: draft.revision };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const revision = Number(formData.get("draft_revision"));
	return redirectWithOutcome(
		discard(),
		paths.document.all(params),
		paths.document.draftDeletion(params),
	);

	async function discard() {
		await discardDraft(context.get(appContext), { id: params.draftId, revision });
		return "Draft discarded.";
	}
}

export default function DiscardDraft({ loaderData, params }: Route.ComponentProps) {
	const { title, savedAt, revision } = loaderData;
	return (
		<Confirmation
			isDangerous
			title="Discard this draft?"
			label="Discard draft"
			cancelTo={paths.document.draft(params)}
			hidden={{ draft_revision: String(revision) }}
		>
			<p dir="auto">
				{title || "Untitled"}, saved on {formatDateTime(savedAt)}. What is public stays as it is.
			</p>
		</Confirmation>
	);
}
