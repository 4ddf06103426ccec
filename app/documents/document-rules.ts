import { RESERVED_DOCUMENT_SLUGS } from "#app/addresses/reserved.ts";
import { isSlugOf, slugify } from "#app/addresses/slug.ts";
import { FORMATS, type Format } from "#app/platform/markdown/html/looks.ts";

export const TITLE_MAX = 200;
/** Counted in UTF-8. */
export const CONTENT_MAX_BYTES = 200_000;
const PREVIEW_MAX = 200;
/** What an owner writes about a change. */
export const NOTE_MAX = 500;

export const CONTENT_TOO_LONG =
	"This text is longer than 200 kB. Please shorten it, or split it into two documents.";

export function isContentWithinLimit(content: string): boolean {
	return new TextEncoder().encode(content).length <= CONTENT_MAX_BYTES;
}

/** Returns the title's slug, or "document" if the title has no usable characters. */
export function documentSlug(title: string): string {
	return slugify(title) || "document";
}

/** Returns whether a document's address comes from its title, and not from its owner's choice. */
export function followsTitle({ slug, title }: { slug: string; title: string }): boolean {
	return isSlugOf(documentSlug(title), slug);
}

/** Whether one of an app's own pages uses this slug. */
export function isReservedDocumentSlug(slug: string): boolean {
	return RESERVED_DOCUMENT_SLUGS.has(slug);
}

/** Returns the first 200 characters of a plain text, cut between words if possible. */
export function previewOf(plain: string): string {
	const characters = [...plain];
	if (characters.length <= PREVIEW_MAX) return plain;
	const cut = characters.slice(0, PREVIEW_MAX - 1).join("");
	return `${cut.replace(/\s+\S{0,20}$/u, "")}…`;
}

/** Returns a stored or posted format, or null: the text is read as what it looks like. */
export function readFormat(value: unknown): Format | null {
	return FORMATS.find((format) => format === value) ?? null;
}
