import { expect, test } from "vitest";
import { xssPayloads } from "../../../tests/fixtures/xss.ts";
import { composeNotice, type Reason } from "./notice-mail.ts";

const CONTENT = {
	appName: "Notes",
	title: "Privacy Policy",
	effectiveOn: "2027-01-31",
	note: "",
	url: "https://smallprint.example/ann/notes/privacy-policy",
	changesUrl: null,
	askedAt: new Date("2026-11-21T08:00:00Z"),
	unsubscribeUrl: "https://smallprint.example/unsubscribe/x",
};

test.each<[Reason, subject: string, text: string]>([
	[
		"published",
		"Notes: a new Privacy Policy applies from 31 January 2027",
		"The document “Privacy Policy” of Notes has changed. It applies from 31 January 2027.",
	],
	[
		"announced",
		"Notes: a new Privacy Policy applies from 31 January 2027",
		"The developer of Notes announces a new version of “Privacy Policy”. It applies from 31 January 2027. Until then, the present one does.",
	],
	[
		"changed",
		"Notes: the coming Privacy Policy has changed",
		"The new version of “Privacy Policy” that the developer of Notes announced has changed. It applies from 31 January 2027.",
	],
	[
		"called_off",
		"Notes: the coming Privacy Policy is called off",
		"The new version of “Privacy Policy” that the developer of Notes announced for 31 January 2027 will not apply. The present one stays.",
	],
])("what is %s is told in a subject and a sentence", (reason, subject, text) => {
	const mail = composeNotice({ ...CONTENT, reason });
	expect(mail.subject).toBe(subject);
	expect(mail.text.split("\n")[0]).toBe(text);
});

/** The elements of a mail, in their order. */
function elementsOf(html: string): string[] {
	return [...html.matchAll(/<\/?[a-z!][^>]*>/gi)].map(([tag]) => tag.replace(/ [\s\S]*/, ""));
}

test("nothing that an owner writes is markup in a mail, or a link", () => {
	const expected = elementsOf(composeNotice({ ...CONTENT, reason: "published", note: "x" }).html);
	for (const payload of [...xssPayloads, "https://evil.example/"]) {
		const line = payload.replaceAll(/\s+/g, " ");
		const typed = { appName: line, title: line, note: line };
		const { subject, html } = composeNotice({ ...CONTENT, ...typed, reason: "published" });
		expect(elementsOf(html), payload).toEqual(expected);
		expect(subject).not.toMatch(/[\r\n]/);
		expect(html).not.toContain('href="https://evil.example');
	}
});
