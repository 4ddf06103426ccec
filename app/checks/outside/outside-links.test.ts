import { expect, test } from "vitest";
import { outsideLinks } from "./outside-links.ts";

const PAGE = "https://smallprint.example/acme/notes/privacy";

test("the links to other sites are found once each, in their order, without their fragments", () => {
	const html = `
		<p><a href="https://one.example/a?b=1&amp;c#part">one</a>, <a href="http://two.example">two</a>,
		<a href="https://one.example/a?b=1&amp;c#other">one again</a>,
		<a href="//three.example/x y">three</a>, <A HREF="HTTPS://FOUR.example">four</A></p>`;
	expect(outsideLinks(html, PAGE)).toEqual([
		"https://one.example/a?b=1&c",
		"http://two.example/",
		"https://three.example/x%20y",
		"https://four.example/",
	]);
});

test.each([
	'<a href="/acme/notes/terms">',
	'<a href="#user-content-part">',
	'<a href="https://smallprint.example/help">',
	'<a href="mailto:hello@example.com">',
	'<a href="tel:+49">',
	'<a href="">',
	'<a href="https://">',
	"<a>",
	'<img src="https://pictures.example/a.png">',
	"https://written.example",
])("%s is no link to another site", (html) => {
	expect(outsideLinks(html, PAGE)).toEqual([]);
});

test("a text that is links alone is read in one pass", () => {
	const html = Array.from({ length: 10_000 }, (_, n) => `<a href="https://a.example/${n}">`).join(
		"",
	);
	expect(outsideLinks(html, PAGE)).toHaveLength(10_000);
});
