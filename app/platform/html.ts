const ENTITIES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** A text as it stands in HTML, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
	return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "") : text;
}

/** HTML from a template: whatever is filled in is text, and escaped. Quote every attribute. */
export function html(parts: TemplateStringsArray, ...texts: string[]): string {
	let whole = parts[0] ?? "";
	for (const [at, text] of texts.entries()) whole += escapeHtml(text) + (parts[at + 1] ?? "");
	return whole;
}
