import { expect, test } from "vitest";
import { senderOf } from "./sender.ts";

const OURS = "Smallprint <hello@smallprint.example>";

test.each([
	[undefined, OURS, OURS],
	["Pocket Garden", OURS, '"Pocket Garden via Smallprint" <hello@smallprint.example>'],
	["植物の庭 🌱", OURS, '"植物の庭 🌱 via Smallprint" <hello@smallprint.example>'],
	["Garden", "hello@smallprint.example", '"Garden via Smallprint" <hello@smallprint.example>'],
	["Garden", '"Our Desk" <desk@a.example>', '"Garden via Our Desk" <desk@a.example>'],
	[
		'A "quoted" \\ name',
		OURS,
		'"A \\"quoted\\" \\\\ name via Smallprint" <hello@smallprint.example>',
	],
	[
		'x" <eve@evil.example>\r\nBcc: eve@evil.example',
		OURS,
		'"x\\" <eve@evil.example> Bcc: eve@evil.example via Smallprint" <hello@smallprint.example>',
	],
	["a".repeat(100), OURS, `"${"a".repeat(60)} via Smallprint" <hello@smallprint.example>`],
])("mail of the app %j comes from one address of ours", (app, from, expected) => {
	expect(senderOf(from, app)).toBe(expected);
});
