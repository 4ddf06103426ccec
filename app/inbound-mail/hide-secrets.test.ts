import { expect, test } from "vitest";
import { conversationToken } from "#app/conversations/conversation-token.server.ts";
import { statusUrl } from "#app/deletion-requests/status-link.server.ts";
import { createToken } from "#app/platform/crypto/tokens.server.ts";
import { hideSecrets } from "./hide-secrets.ts";

const id = "019a9f3e-7c1d-7e52-9a64-3b2f1c0d9e8f";
const token = createToken();
const code = "ab2c3d4e5f".repeat(5).slice(0, 42);
const link = `https://smallprint.example/extend-session?id=${id}&token=${token}`;

test.each([
	["the address to answer to", `<reply+v${code}@in.example>`, "<reply+v…@in.example>"],
	["that address in capitals", `REPLY+O${code.toUpperCase()}@IN.EXAMPLE`, "REPLY+O…@IN.EXAMPLE"],
	["a link's token", `Open: ${link}\n> Bye`, `Open: ${link.replace(token, "…")}\n> Bye`],
	[
		"a token that a mail program wrapped",
		`> ${link.slice(0, -20)}\n> ${link.slice(-20)} ok`,
		`> ${link.replace(token, "…")} ok`,
	],
	[
		"a token in a link that a filter rewrote",
		`https://filter.example/?url=${encodeURIComponent(link)}&data=1`,
		`https://filter.example/?url=${encodeURIComponent(link).replace(token, "…")}&data=1`,
	],
	["a conversation's address", `/conversation/${conversationToken(id)} ok`, "/conversation/… ok"],
	["a request's status", `${statusUrl(12)}.`, `${statusUrl(12).replace(/12\..*/, "…")}.`],
])("%s is hidden", (_, text, hidden) => {
	expect(hideSecrets(text)).toBe(hidden);
});

test.each([
	"My token=abc is too short, and reply+v is no address.",
	`https://smallprint.example/admin/conversation/${id}`,
])("other text stays: %s", (text) => {
	expect(hideSecrets(text)).toBe(text);
});
