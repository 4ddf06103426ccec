import { expect, test } from "vitest";
import { renderSource } from "../render.ts";

function html(source: string): string {
	return renderSource(source).html;
}

test.each([
	["clauses", "1.1 One\n1.2 Two\n10.2.1. Three"],
	["letters in brackets", "(a) one\n(b) two\n(iv) four"],
	["letters and Roman numbers", "The right to:\na. copy;\nb. share.\nviii. use"],
	["bullets", "Items:\n• one\n• two"],
	["dashes", "Items:\n– one\n– two"],
	["an address", "Sampleworks Ltd.\n1 Sample Street\nSampletown 12345\nGermany"],
	["a contact", "Sampleworks GmbH\nMusterstraße 1,\n12345 Berlin\nE-Mail: info@example.com"],
	["clauses in Chinese", "一、服务\n　　（一）记录；\n（二）同步。\n1．邮箱\n第二条 费用"],
	["columns", "Data\t\tKept\nName\t\t30 days\nMail\t\t90 days"],
	["an address of an S.r.l.", "Sampleworks S.r.l.\nVia Esempio, 1\n20121 Milano (MI)"],
	["an address in Japanese", "〒100-0001\n東京都千代田区1-1\n見本株式会社"],
])("keeps the lines of %s", (_, source) => {
	expect(html(source).match(/<br \/>/g)).toHaveLength(source.split("\n").length - 1);
});

test.each([
	["a clause", "1 Data\n\n    1.1 We keep\n    your name.", "<p>1.1 We keep\nyour name.</p>"],
	["a deeper one", "    1.1 A\n\n        (a) b\n        (b) c", "<p>(a) b<br />\n(b) c</p>"],
	["a list", "Data:\n\n     - a\n     - b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
	["a list in a list", "- a\n\n        - b\n          - c", "<ul>\n<li>b\n<ul>\n<li>c</li>"],
	["a centred line", "Text\n\n                TERMS", "<p>TERMS</p>"],
	["a tab", "Text\n\n\tMore\n\ttext", "<p>More\ntext</p>"],
	["a paragraph of an item", "- a\n\n        b", "<p>b</p>"],
])("reads %s that is indented as text", (_, source, expected) => {
	expect(html(source).replaceAll(' dir="auto"', "")).toContain(expected);
	expect(html(source)).not.toContain("<pre>");
});

test("indented text is code when its author says that it is Markdown", () => {
	expect(renderSource("    a", { format: "markdown" }).html).toContain("<pre>");
});

test.each([
	["a wrapped sentence", "We keep data for 30 days and\nthen delete it, which takes\n2 days more."],
	["sentences by line", "We keep your data for 30 days.\nThen we delete it.\nYou may ask us."],
	["an abbreviation", "Wir speichern Daten,\nz. B. Ihren Namen, gemäß Artikel\nn. 6"],
	["a long line", `Some ${"words ".repeat(12)}\n12 Months later`],
])("wraps the lines of %s", (_, source) => {
	expect(html(source)).not.toContain("<br");
});
