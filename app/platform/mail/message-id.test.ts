import { expect, test } from "vitest";
import { isMessageId, messageIdOf, referencesTo } from "./message-id.server.ts";

const FIRST = "<first@smallprint.example>";

test("a mail's Message-ID names the domain that our mail comes from", () => {
	expect(messageIdOf("0199-a")).toBe("<0199-a@smallprint.example>");
	expect(isMessageId(messageIdOf("0199-a"))).toBe(true);
});

test("a mail refers to the first and the last nine of its thread", () => {
	const ids = Array.from({ length: 12 }, (_, n) => `<${n}@example.com>`);
	expect(referencesTo(FIRST, ids)).toBe([FIRST, ...ids.slice(3)].join(" "));
	expect(referencesTo(FIRST, [])).toBe(FIRST);
});

test("a mail refers to fewer where their names are long, so that the line is one of a mail", () => {
	const ids = Array.from({ length: 9 }, (_, n) => `<${n}${"x".repeat(280)}@example.com>`);
	expect(referencesTo(FIRST, ids)).toBe([FIRST, ...ids.slice(6)].join(" "));
});

test.each([
	["a line break", "<a@b.example>\r\nBcc: eve@example.com"],
	["a blank", "<a @b.example>"],
	["two ids", "<a@b.example><c@d.example>"],
	["no brackets", "a@b.example"],
	["a letter that is not ASCII", "<ä@b.example>"],
	["too many letters", `<${"a".repeat(400)}@b.example>`],
	["nothing", ""],
])("a text with %s is no Message-ID", (_, text) => {
	expect(isMessageId(text)).toBe(false);
});
