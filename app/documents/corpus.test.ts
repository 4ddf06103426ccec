import { expect, test } from "vitest";
import { compare } from "../../tests/corpus/compare.ts";
import { readDocuments } from "../../tests/corpus/documents.ts";

const documents = readDocuments();

test("there are 60 documents or more, in 10 languages or more and in each form", () => {
	expect(documents.length).toBeGreaterThanOrEqual(60);
	expect(new Set(documents.map(({ language }) => language)).size).toBeGreaterThanOrEqual(10);
	expect(new Set(documents.map(({ form }) => form)).size).toBe(3);
});

test.each(documents)(
	"$name in $language, as $form: words, headings, tables, links and targets are on the page",
	(document) => {
		expect(compare(document).faults).toEqual([]);
	},
);

test.each([
	["a word is lost", "<p>One two.</p>", "<p>One.</p>"],
	["a heading is none", "<h2>One</h2>", "<p>One</p>"],
	["a table falls apart", "<table><tr><th>One<td>Two</table>", "<p>One</p><p>Two</p>"],
	["a link is lost", '<p><a href="https://a.example">One</a></p>', "<p>One</p>"],
	["a link leads nowhere", '<p id="a"><a href="#a">One</a></p>', '<p><a href="#a">One</a></p>'],
	["text is shown as code", "<p>One</p>", "<pre>One</pre>"],
])("the comparison sees that %s", (_, source, page) => {
	const document = { name: "one", language: "en", form: "html", source } as const;
	expect(compare(document, page).faults).not.toEqual([]);
});
