import type { AppAccess } from "#app/accounts/access.server.ts";
import {
	MarkdownBusyError,
	MarkdownTooSlowError,
	renderInWorker,
} from "#app/platform/markdown/markdown.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { previewOf } from "./document-rules.ts";

/** Renders Markdown for the public page. Throws Refusal: too slow, or the worker is busy (503). */
export async function renderDocument(access: AppAccess, content: string) {
	try {
		const { html, headings, text } = await renderInWorker(content, access.userId);
		return { html, headings: JSON.stringify(headings), preview: previewOf(text) };
	} catch (error) {
		if (error instanceof MarkdownTooSlowError) {
			throw new Refusal(
				"This text can't be turned into a page, because it has too many nested or unclosed marks. Please simplify it and try again.",
				{ field: "content" },
			);
		}
		if (error instanceof MarkdownBusyError) {
			const text = "We are publishing many documents right now. Please try again in a moment.";
			throw new Refusal(text, { status: 503 });
		}
		throw error;
	}
}
