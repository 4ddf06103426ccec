import { appContext } from "#app/apps/middleware.ts";
import {
	submissionsAsCsv,
	submissionsAsJson,
} from "#app/conversations/submission-export.server.ts";
import { eachSubmission } from "#app/conversations/submission-list.server.ts";
import { download } from "#app/http/download.server.ts";
import { errorPage } from "#app/http/error-content.ts";
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

/** Streams the submissions of an app or of one form as CSV or JSON. */
function answerWithFile(
	{ request, context, params, url }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	const submissions = eachSubmission(context.get(appContext), params.formId);
	switch (url.searchParams.get("format")) {
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
