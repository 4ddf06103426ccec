import { data } from "react-router";
import { PUBLIC_CACHE } from "#app/addresses/resolution.ts";
import { readFormat } from "#app/documents/document-rules.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import {
	MarkdownBusyError,
	MarkdownTooSlowError,
	VISITORS,
} from "#app/platform/markdown/markdown.server.ts";
import { type NextText, readNext } from "./next.sql.ts";

/** An announced text is for readers: search engines keep the one that applies. */
export const NEXT_HEADERS = { ...PUBLIC_CACHE, "X-Robots-Tag": "noindex" };

/**
 * Returns the document at an address and the text that is announced for it. Throws as findDocument()
 * does, and a 404 where nothing is announced. `below` is what follows the document's address.
 */
export async function findNext(place: Parameters<typeof findDocument>[0], below: string) {
	const document = await findDocument(place, undefined, below);
	const next = readNext(document.id);
	if (next) return { document, next };
	throw errorPage(404, {
		title: "Nothing is announced",
		text: "Nothing is announced. The present text of this document applies.",
		app: document.app,
		link: { to: document.path, label: "Read the present text" },
	});
}

/** Returns an announced text as the worker renders it for visitors. */
export function sourceOf({ title, content, format }: NextText) {
	return { source: content, options: { title, format: readFormat(format) } };
}

/** Awaits what the worker makes for a visitor, or throws a page that says to try again. */
export async function orTryAgain<T>(work: (account: string) => Promise<T>): Promise<T> {
	try {
		return await work(VISITORS);
	} catch (error) {
		if (!(error instanceof MarkdownBusyError || error instanceof MarkdownTooSlowError)) throw error;
		const content: ErrorContent = {
			title: "Please try again",
			text: "The server is busy right now. Please try again in a moment.",
		};
		throw data(content, { status: 503, headers: { "Retry-After": "5" } });
	}
}
