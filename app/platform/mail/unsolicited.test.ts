import { expect, test } from "vitest";
import { mailboxOf } from "./unsolicited.server.ts";

test.each([
	["Jane@Example.COM", "jane@example.com"],
	["jane+a@example.com", "jane@example.com"],
	["jane+a+b@example.com", "jane@example.com"],
	["jane.doe@example.com", "jane.doe@example.com"],
	["Jane.Doe+a@gmail.com", "janedoe@gmail.com"],
	["j.a.n.e.d.o.e@GoogleMail.com", "janedoe@gmail.com"],
	["jane.doe@mail.gmail.com", "jane.doe@mail.gmail.com"],
	["jane@bücher.example", "jane@xn--bcher-kva.example"],
	["jane@ｅxample.com", "jane@example.com"],
	["jane@exam\u00ADple.com", "jane@example.com"],
	["ｊane\u200B@example.com", "jane@example.com"],
	["Jane.Doe+a@ｇmail.com", "janedoe@gmail.com"],
	["jane@exa mple.com", "jane@exa mple.com"],
])("mail to %s goes to the mailbox %s", (email, mailbox) => {
	expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
	["letters", "a".repeat(150_000)],
	["letters and a tag", `${"a".repeat(75_000)}+${"b".repeat(75_000)}`],
	["a long name", `${"a".repeat(150_000)}@example.com`],
	["signs", "@".repeat(150_000)],
])("a text of %s takes no time to speak of", (_, email) => {
	const started = performance.now();
	mailboxOf(email);
	expect(performance.now() - started).toBeLessThan(5_000);
});
