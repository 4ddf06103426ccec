import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { HowItIsRead } from "./how-it-is-read.tsx";

const MATTER = "---\ntitle: Terms\nlayout: page\n---";
const LEFT_OUT = "The page leaves out these lines at the top";
const AS_HTML = "This looks like HTML, and is shown as such.";

test.each([
	["what is left out", `${MATTER}\n\nText`, "", [LEFT_OUT, MATTER]],
	["the same with Windows' line ends", `${MATTER}\n\nText`.replaceAll("\n", "\r\n"), "", [MATTER]],
	["that HTML is read as HTML", "<div><p>Text</p></div>", "", [AS_HTML]],
])("the editor says above the text %s", (_, content, format, said) => {
	const html = renderToStaticMarkup(createElement(HowItIsRead, { content, format }));
	for (const text of said) expect(html).toContain(text);
});

test.each([
	["of a text without either", "# Terms\n\n---\n\nText", ""],
	["of rules around a clause", "---\nRefunds: none\n---\n\nText", ""],
	["where the author chose Markdown", "<div><p>Text</p></div>", "markdown"],
	["where the author chose HTML", `${MATTER}\n\nText`, "html"],
])("the editor says nothing %s", (_, content, format) => {
	const html = renderToStaticMarkup(createElement(HowItIsRead, { content, format }));
	expect(html).toBe('<div role="status"></div>');
});
