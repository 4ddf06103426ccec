import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { reportOf } from "#app/checks/report.server.ts";
import type { Finding } from "#app/checks/text/finding.ts";
import { CheckBox } from "./check-box.tsx";

/** More than are shown of a check. */
const GAPS = Array.from({ length: 25 }, (_, n): Finding => {
	const quote = `[thing ${n}]`;
	return { id: "placeholder", state: "problem", quote, mark: quote, isGap: true };
});
const LINK: Finding = {
	id: "link-form",
	state: "problem",
	quote: "here",
	detail: "It leads nowhere.",
};

test.each<[string, Finding[], boolean, string, string | undefined]>([
	["of gaps alone, beside their own list", GAPS, true, "The checks found nothing", undefined],
	["of gaps and a link, beside their list", [...GAPS, LINK], true, "1 thing to look at", undefined],
	["of gaps and a link", [...GAPS, LINK], false, "26 things to look at", "And 21 more."],
])("the box %s counts what it names", (_, findings, leavesOutGaps, heading, rest) => {
	const report = reportOf({ language: "en", hasWords: true, findings });
	const html = renderToStaticMarkup(createElement(CheckBox, { report, leavesOutGaps }));
	expect(html).toContain(`<h2>${heading}</h2>`);
	expect(/And \d+ more\./.exec(html)?.[0]).toBe(rest);
});
