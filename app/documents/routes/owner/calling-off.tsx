import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { sayDay } from "#app/documents/drafts/announce-rules.ts";
import { callOff } from "#app/documents/drafts/announcement.server.ts";
import { readDraft } from "#app/documents/drafts/draft.server.ts";
import { describeTelling } from "#app/documents/notices/notice.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/calling-off";

export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const draft = await readDraft(access, params.draftId);
	if (!draft?.announcedAt) throw redirect(paths.document.all(params));
	return { title: draft.title, day: draft.effectiveOn, telling: await describeTelling(access) };
}

export async function action({ context, params }: Route.ActionArgs) {
	const isThere = await callOff(context.get(appContext), params.draftId);
	const list = paths.document.all(params);
	if (isThere)
		return redirectWithFlash(paths.document.draft(params), "Called off. It is a draft again.");
	return redirectWithFlash(list, { tone: "error", text: "This draft was published or discarded." });
}

export default function CallOff({ loaderData, params }: Route.ComponentProps) {
	const { title, day, telling } = loaderData;
	return (
		<Confirmation
			isDangerous
			title="Call off this announcement?"
			label="Call off"
			cancelTo={paths.document.draft(params)}
		>
			<p dir="auto">
				{title} is announced for {sayDay(day)}. If you call it off, nobody can read it any more, and
				it is your draft again. The public text stays as it is.
			</p>
			<p>{telling}</p>
		</Confirmation>
	);
}
