import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { previewText } from "#app/checks/check.server.ts";
import { markGaps } from "#app/documents/editing/gaps.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Route } from "./+types/preview";
import { draftSchema, readAbout } from "./intent.server.ts";

/** Handles a GET of the action's address, typed by hand or reached by signing in. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.document.new(params));
}

/** Renders and checks the text in an editor, as JSON for its script. Stores nothing. */
export async function action({ request, context }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: draftSchema });
	if (submission.status !== "success") {
		const [error] = Object.values(submission.error ?? {}).flat();
		return Response.json({ error }, { status: 400 });
	}
	const { title = "", content = "", format } = submission.value;
	const edited = { ...readAbout(formData), title, content, format };
	try {
		const { html, report } = await previewText(context.get(appContext), edited, request.signal);
		return Response.json({ html: markGaps(html, content), report });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const init = { status: error.status, headers: retryHeaders(error) };
		return Response.json({ error: error.message }, init);
	}
}
