import { Parser } from "htmlparser2";

/**
 * Returns the addresses of other sites that a page links to, each once, in the page's order.
 * `page` is the page's own address. An address counts without its fragment, which no site is sent.
 */
export function outsideLinks(html: string, page: string): string[] {
	const own = new URL(page).origin;
	const found = new Set<string>();
	const parser = new Parser({
		onopentag(name, { href }) {
			const url = name === "a" && href !== undefined ? URL.parse(href, page) : null;
			if (!url || !/^https?:$/.test(url.protocol) || url.origin === own) return;
			url.hash = "";
			found.add(url.href);
		},
	});
	parser.end(html);
	return [...found];
}
