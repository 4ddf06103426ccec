import type { Context, ErrorHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Entry } from "./build.ts";

/** Returns a response of a heading and a sentence, for steps before the app. */
export function plainPage(
	context: Context,
	status: ContentfulStatusCode,
	title: string,
	text: string,
	headers: Record<string, string> = {},
): Response {
	return context.html(pageOf(title, text), status, headers);
}

/** Returns the HTML of such a page. */
export function pageOf(title: string, text: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}

/** Responds with 400 to an unreadable address. Logs any other error and responds with 500. */
export function explainErrors({ logError }: Entry): ErrorHandler {
	return (error, context) => {
		// A host such as "99999999999" can't be parsed, either.
		if (error instanceof URIError || !URL.canParse(context.req.url)) {
			return plainPage(context, 400, "Bad request", "This address can't be read.");
		}
		// An aborted request fails by itself; that is no fault of ours.
		if (!context.req.raw.signal.aborted) logError(error);
		return plainPage(
			context,
			500,
			"Something went wrong",
			"The fault is ours, and nothing you did caused it. Please try again in a moment.",
		);
	};
}
