import { describe, expect, test } from "vitest";
import { confirmEmail } from "#app/accounts/emails/confirm-email.ts";
import { passwordChanged } from "#app/accounts/emails/password-changed.ts";
import { resetPassword } from "#app/accounts/emails/reset-password.ts";
import { composeEmail } from "./email.ts";

const EVIL = `"><img src=x onerror=alert(1)><a href='https://evil.example'>&amp;`;

describe("a mail", () => {
	test("escapes in HTML what people typed, and leaves it alone in the text", () => {
		const mail = composeEmail({
			subject: EVIL,
			app: EVIL,
			paragraphs: [EVIL],
			link: { label: EVIL, url: `https://smallprint.example/?q=${EVIL}` },
			closing: [EVIL],
		});
		expect(mail.html).not.toContain("<img");
		expect(mail.html).not.toContain("<a href='");
		const escaped = `&quot;&gt;&lt;img src=x onerror=alert(1)&gt;`;
		expect(mail.html.split(escaped).length - 1).toBe(10);
		expect(mail.html).toContain("&amp;amp;");
		expect(mail.text).toContain(`${EVIL}\n\n${EVIL}:\n`);
	});

	test("has no line break in its subject or its app's name, whatever was typed", () => {
		for (const lineBreak of ["\r\n", "\n", "\r", "\u2028", "\u2029", "\v", "\f"]) {
			const attack = `Hello${lineBreak}Bcc: eve@example.com${lineBreak}`;
			const { subject, app } = composeEmail({ subject: attack, app: attack, paragraphs: [] });
			expect([subject, app]).toEqual(Array(2).fill("Hello Bcc: eve@example.com"));
		}
	});

	test("tells a list of mails what it is about, in one line, and follows the reader's colours", () => {
		const { html } = composeEmail({
			...{ subject: "Hi", app: "Pocket Garden", paragraphs: ["One replied:", "Hello"] },
			preheader: `Hello\n${"x".repeat(500)}`,
		});
		expect(html).toMatch(/<div style="display:none[^>]*>Hello x{134}&#847;/);
		expect(html).toContain('<meta name="color-scheme" content="light dark">');
		expect(html).toContain(">Pocket Garden</h1>");
	});

	test("keeps the line breaks of a paragraph in both shapes", () => {
		const mail = composeEmail({ subject: "Hi", paragraphs: ["one\ntwo"] });
		expect(mail.html).toContain("one<br>two");
		expect(mail.text).toContain("one\ntwo");
	});

	test.each([
		["confirms an address", confirmEmail, "Confirm your e-mail address"],
		["resets a password", resetPassword, "Choose a new password"],
		[
			"tells of a new password",
			({ url }: { url: string }) => passwordChanged({ url, signedOut: "every browser" }),
			"Your password was changed",
		],
	])("that %s has its link in text and in HTML", (_what, write, subject) => {
		const url = "http://localhost:3000/auth/x?token=abc-_123";
		const mail = write({ url });
		expect(mail.subject).toBe(subject);
		expect(mail.text.split("\n")).toContain(url);
		expect(mail.html).toContain(`<a href="${url}"`);
	});
});
