import { withoutFrontMatter } from "#app/platform/markdown/front-matter.ts";
import { looksLikeHtml } from "#app/platform/markdown/html/looks.ts";

/**
 * Returns a document's text as its owner typed it, but for a browser's line breaks, and without the
 * front matter, which only a text that is read as Markdown has. HTML stays HTML, as Markdown allows.
 */
export function markdownOf({
	content,
	format,
}: {
	content: string;
	format: string | null;
}): string {
	const text = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
	const isHtml = format === null ? looksLikeHtml(text) : format === "html";
	return isHtml ? text : withoutFrontMatter(text);
}
