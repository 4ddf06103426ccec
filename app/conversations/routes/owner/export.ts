import { userContext } from "#app/accounts/middleware.ts";
import { appContext } from "#app/apps/middleware.ts";
import { readFilter } from "#app/conversations/inbox/submission-filter.ts";
import { selectedIds } from "#app/conversations/schema.ts";
import {
	submissionsAsCsv,
	submissionsAsJson,
} from "#app/conversations/submission-export.server.ts";
import { eachListed, eachSubmission } from "#app/conversations/submission-list.server.ts";
import { download } from "#app/http/download.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { safeRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/export";

/** A middleware, so that the file is streamed and a refusal is still shown as a page. */
export const middleware: Route.MiddlewareFunction[] = [answerWithFile];

/** React Router skips the middleware of data requests for routes without a loader. */
export function loader() {
	return null;
}

export default function Export() {
	return null;
}

/** Streams what a list shows, on all of its pages, or what is selected in it, as CSV or JSON. */
async function answerWithFile(
	{ request, context, params, url }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	const { appId, formId } = params;
	const access = appId ? context.get(appContext) : context.get(userContext);
	const query = url.searchParams;
	const ids = query.has("selected") ? query.getAll("id") : undefined;
	if (ids) {
		const { error } = selectedIds.safeParse(ids);
		const from = safeRedirect(query.get("from"), paths.messages);
		const text = error?.issues[0]?.message;
		if (text) throw await redirectWithFlash(from, { tone: "error", text }, 302);
	}
	const submissions = ids
		? eachSubmission(access, formId, { ids })
		: eachListed(access, { ...readFilter(url), formId });
	switch (query.get("selected") ?? query.get("format")) {
		case "csv":
			return download(submissionsAsCsv(submissions), "submissions.csv", "text/csv; charset=utf-8");
		case "json":
			return download(submissionsAsJson(submissions), "submissions.json", "application/json");
		default:
			throw errorPage(400, {
				title: "Unknown format",
				text: "Submissions are exported as csv or json.",
			});
	}
}
