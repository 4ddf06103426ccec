import { expect, test } from "vitest";
import { renderSource } from "./render.ts";

function html(source: string): string {
	return renderSource(source).html;
}

test.each([
	["clauses", "1.1 One\n1.2 Two\n10.2.1. Three"],
	["letters in brackets", "(a) one\n(b) two\n(iv) four"],
	["bullets", "Items:\n• one\n• two"],
	["dashes", "Items:\n– one\n– two"],
	["an address", "Sampleworks Ltd.\n1 Sample Street\nSampletown 12345\nGermany"],
	["a contact", "Sampleworks GmbH\nMusterstraße 1,\n12345 Berlin\nE-Mail: info@example.com"],
	["an address in Japanese", "〒100-0001\n東京都千代田区1-1\n見本株式会社"],
])("keeps the lines of %s", (_, source) => {
	expect(html(source).match(/<br \/>/g)).toHaveLength(source.split("\n").length - 1);
});

test.each([
	["a wrapped sentence", "We keep data for 30 days and\nthen delete it, which takes\n2 days more."],
	["sentences by line", "We keep your data for 30 days.\nThen we delete it.\nYou may ask us."],
	["a long line", `Some ${"words ".repeat(12)}\n12 Months later`],
])("wraps the lines of %s", (_, source) => {
	expect(html(source)).not.toContain("<br");
});
