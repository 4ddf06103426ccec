/** Returns a response's HTML without its tags. */
export function plain(html: string): string {
	return html.replace(/<[^>]*>/g, "");
}

/** Decodes the entities of some HTML, and removes React's marks. */
export function decode(html: string): string {
	return html
		.replaceAll("<!-- -->", "")
		.replaceAll("&quot;", '"')
		.replaceAll("&#x27;", "'")
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

/** Reads what a page shows a person: its title, its first-level headings, and all of its text. */
export function readPage(html: string) {
	const [, body = ""] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? [];
	return {
		title: decode(plain(/<title>.*?<\/title>/s.exec(html)?.[0] ?? "")),
		headings: (html.match(/<h1[ >].*?<\/h1>/gs) ?? []).map((heading) => say(heading)),
		text: say(body.replace(/<(script|style|svg)\b.*?<\/\1>/gs, "")),
	};
}

/** The text of some HTML as read out: with a space between blocks, and none inside a word. */
function say(html: string): string {
	const spoken = html
		.replaceAll("<!-- -->", "")
		.replace(/<(?:input|textarea|img)\b[^>]*?(?:placeholder|alt)="([^"]*)"[^>]*>/g, " $1 ")
		.replace(/<\/?(?:a|b|strong|em|code|span|bdi|time|abbr|kbd)\b[^>]*>/g, "");
	return decode(spoken.replace(/<[^>]*>/g, " "))
		.replace(/[’‘]/g, "'")
		.replace(/\s+/g, " ")
		.trim();
}
