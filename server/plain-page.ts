import type { Context, ErrorHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Entry } from "./build.ts";

/** A page of a heading and a sentence, for what is told before the app is asked. */
export function plainPage(
	context: Context,
	status: ContentfulStatusCode,
	title: string,
	text: string,
	headers: Record<string, string> = {},
): Response {
	return context.html(pageOf(title, text), status, headers);
}

/** The same as HTML. */
export function pageOf(title: string, text: string): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
}

/** The page for an address that can't be read, and for what nobody expected, which is logged. */
export function explainErrors({ logError }: Entry): ErrorHandler {
	return (error, context) => {
		// A host such as "99999999999" can't be read, either.
		if (error instanceof URIError || !URL.canParse(context.req.url)) {
			return plainPage(context, 400, "Bad request", "This address can't be read.");
		}
		// Whoever gave up sending reads no response.
		if (!context.req.raw.signal.aborted) logError(error);
		return plainPage(
			context,
			500,
			"Something went wrong",
			"The fault is ours, and nothing you did caused it. Please try again in a moment.",
		);
	};
}
