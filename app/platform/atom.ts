import { escapeHtml } from "./html.ts";

export type AtomEntry = {
	/** A `tag:` URI, which never changes. */
	id: string;
	title: string;
	url: string;
	updatedAt: Date;
	/** Plain text; "" for none. */
	summary: string;
	/** HTML. */
	content: string;
};

export type AtomFeed = {
	id: string;
	title: string;
	author: string;
	/** The page that the feed is about, and the feed. */
	url: string;
	selfUrl: string;
	updatedAt: Date;
	entries: AtomEntry[];
};

/** Characters that no XML document may hold, however they are written. */
const FORBIDDEN =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
	/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Writes an Atom feed (RFC 4287). */
export function writeAtom({ entries, ...feed }: AtomFeed): string {
	return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
${element("id", feed.id)}
${element("title", feed.title)}
${element("updated", feed.updatedAt.toISOString())}
<author>${element("name", feed.author)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.selfUrl)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>
${entries.map(writeEntry).join("")}</feed>
`;
}

function writeEntry({ id, title, url, updatedAt, summary, content }: AtomEntry): string {
	return `<entry>
${element("id", id)}
${element("title", title)}
${element("updated", updatedAt.toISOString())}
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
${summary === "" ? "" : `${element("summary", summary)}\n`}<content type="html">${escapeXml(content)}</content>
</entry>
`;
}

function element(name: string, text: string): string {
	return `<${name}>${escapeXml(text)}</${name}>`;
}

function escapeXml(text: string): string {
	return escapeHtml(text.replace(FORBIDDEN, "\uFFFD"));
}
