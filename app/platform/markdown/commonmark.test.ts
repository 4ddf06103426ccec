// @ts-expect-error The package publishes no types.
import { HtmlRenderer, Parser } from "commonmark";
// @ts-expect-error The package publishes no types.
import { tests } from "commonmark-spec";
import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { renderSource } from "./render.ts";

/** Examples whose text differs from the reference renderer's, and why that is wanted. */
const EXCEPTIONS = new Map<number, string>([
	[170, "the text of a script is no text of the document"],
	[171, "the text of a textarea is no text of the document"],
	[172, "the text of a style sheet is no text of the document"],
	[173, "the text of a style sheet that never ends is no text of the document"],
	[176, "the text of a style sheet is no text of the document"],
	[178, "the text of a script is no text of the document"],
]);

const SPEC_SIZE = 652;

type Example = { number: number; section: string; markdown: string };

const examples = (tests as Example[]).map(({ number, section, markdown }) => ({
	number,
	section,
	source: markdown.replaceAll("→", "\t"),
}));

test("the specification is complete", () => {
	expect(examples).toHaveLength(SPEC_SIZE);
});

for (const { number, section, source } of examples) {
	const reason = EXCEPTIONS.get(number);
	const title = `example ${number} (${section})`;
	if (reason) {
		test(`${title} differs: ${reason}`, () => {
			expect(textOf(renderSource(source, { format: "markdown" }).html)).not.toBe(
				textOf(reference(source)),
			);
		});
	} else {
		test(title, () => {
			expect(textOf(renderSource(source, { format: "markdown" }).html)).toBe(
				textOf(reference(source)),
			);
		});
	}
}

function reference(source: string): string {
	return new HtmlRenderer().render(new Parser().parse(source));
}

/** All text, that of scripts and styles included; only white space at the ends is not compared. */
function textOf(html: string): string {
	return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {}, nonTextTags: [] }).trim();
}
