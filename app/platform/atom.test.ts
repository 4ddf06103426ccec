import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { payloadsCalling } from "../../tests/fixtures/xss.ts";
import { writeAtom } from "./atom.ts";

const updatedAt = new Date("2026-12-03T09:12:44Z");

function feedOf(text: string) {
	const entry = { id: text, title: text, url: text, updatedAt, summary: text, content: text };
	return writeAtom({
		...{ id: text, title: text, author: text, url: text, selfUrl: text, updatedAt },
		entries: [entry],
	});
}

/** The texts of all elements and the values of all links, as a parser of XML reads them. */
function readBack(xml: string) {
	const elements = DomUtils.getElementsByTagName("*", parseDocument(xml, { xmlMode: true }));
	const leaves = elements.filter(({ children }) =>
		children.every((child) => child.type === "text"),
	);
	return leaves.map((leaf) => leaf.attribs.href ?? DomUtils.textContent(leaf));
}

/** XML may hold neither controls, but for tabs and line breaks, nor half of a pair. */
function allowed(text: string): string {
	const isForbidden = (sign: string) =>
		(sign < " " && !/\s/.test(sign)) || /[\f\v\uD800]/.test(sign);
	return text.replace(/[\s\S]/g, (sign) => (isForbidden(sign) ? "\uFFFD" : sign));
}

test("whatever people typed is read back as that text, and as no element", () => {
	const names = /<\/?([a-z]+)/g;
	const plain = [...feedOf("x").matchAll(names)].map(([, name]) => name);
	for (const payload of [
		...payloadsCalling("__xss"),
		"]]>",
		"<![CDATA[",
		"&amp;",
		"a\u0000\uD800b",
	]) {
		const feed = feedOf(payload);
		expect([...feed.matchAll(names)].map(([, name]) => name)).toEqual(plain);
		const texts = new Set(readBack(feed));
		texts.delete(updatedAt.toISOString());
		expect([...texts]).toEqual([allowed(payload)]);
	}
});

test("a feed has what Atom asks for, and no empty summary", () => {
	const entry = { id: "tag:x,2026:1/2", title: "T", url: "https://x.example/2", updatedAt };
	const feed = writeAtom({
		...{ id: "tag:x,2026:1", title: "F", author: "A", url: "https://x.example", updatedAt },
		selfUrl: "https://x.example/f.atom",
		entries: [{ ...entry, summary: "", content: "<p>c</p>" }],
	});
	expect(feed).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:x,2026:1</id>
<title>F</title>
<updated>2026-12-03T09:12:44.000Z</updated>
<author><name>A</name></author>
<link rel="self" type="application/atom+xml" href="https://x.example/f.atom"/>
<link rel="alternate" type="text/html" href="https://x.example"/>
<entry>
<id>tag:x,2026:1/2</id>
<title>T</title>
<updated>2026-12-03T09:12:44.000Z</updated>
<link rel="alternate" type="text/html" href="https://x.example/2"/>
<content type="html">&lt;p&gt;c&lt;/p&gt;</content>
</entry>
</feed>
`);
});
