import type { AppAccess } from "#app/accounts/access.server.ts";
import type { Format } from "#app/platform/markdown/html/looks.ts";
import {
	MarkdownBusyError,
	MarkdownTooSlowError,
	renderInWorker,
} from "#app/platform/markdown/markdown.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { previewOf } from "./document-rules.ts";

/** A document as its owner wrote it. Without a format, the text is read as what it looks like. */
export type DocumentText = { title: string; content: string; format?: Format | null };

/** Renders a text for the public page. Throws Refusal: too slow, or the server is busy (503). */
export async function renderDocument(
	{ userId }: AppAccess,
	{ title, content, format }: DocumentText,
) {
	try {
		const rendered = await renderInWorker(content, { account: userId, title, format });
		const { html, headings, text } = rendered;
		return { html, headings: JSON.stringify(headings), preview: previewOf(text) };
	} catch (error) {
		throw asRenderRefusal(error);
	}
}

/** Returns what to throw where a text could not be rendered. */
export function asRenderRefusal(error: unknown): unknown {
	if (error instanceof MarkdownTooSlowError) {
		return new Refusal(
			"This text can't be turned into a page, because it has too many nested or unclosed marks. Please simplify it and try again.",
			{ field: "content" },
		);
	}
	if (error instanceof MarkdownBusyError) {
		const text =
			"The server is busy right now, and your text is fine. Please try again in a moment.";
		return new Refusal(text, { status: 503 });
	}
	return error;
}
