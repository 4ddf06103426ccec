import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { saveDraft } from "#app/documents/drafts/draft.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Route } from "./+types/autosave";
import { parseDraft } from "./draft-intent.server.ts";

/** Handles a GET of the action's address, typed by hand or reached by signing in. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.document.all(params));
}

/** Saves the draft in an editor for its script, which gets JSON. */
export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const documentId = String(formData.get("document") ?? "") || null;
	const { submission, save, text } = parseDraft(formData, { documentId, isAuto: true });
	if (!save) {
		const [error] = Object.values(submission.error ?? {}).flat();
		return Response.json({ error }, { status: 400 });
	}
	if (`${text.title}${text.content}`.trim() === "") return Response.json({});
	try {
		const saved = await saveDraft(access, save, text);
		if (saved) return Response.json(saved);
		return Response.json({ error: "This document was deleted." }, { status: 404 });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const init = { status: error.status, headers: retryHeaders(error) };
		return Response.json({ error: error.message }, init);
	}
}
