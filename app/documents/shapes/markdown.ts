import { withoutFrontMatter } from "#app/platform/markdown/front-matter.ts";
import { looksLikeHtml } from "#app/platform/markdown/html/looks.ts";
import { withoutOuterFence } from "#app/platform/markdown/outer-fence.ts";

/**
 * Returns a document's text as its owner typed it, but for a browser's line breaks, and without what
 * its page leaves out: front matter, which only a text that is read as Markdown has, and a code fence
 * around the whole. HTML stays HTML, as Markdown allows.
 */
export function markdownOf({
	content,
	format,
}: {
	content: string;
	format: string | null;
}): string {
	const typed = content.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
	const text = format === null ? withoutOuterFence(typed) : typed;
	const isHtml = format === null ? looksLikeHtml(text) : format === "html";
	return isHtml ? text : withoutFrontMatter(text);
}
