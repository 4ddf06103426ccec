import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A page of a heading and a sentence, for answers that are made before the app is asked. */
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
