import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cutReply } from "./cut-reply.ts";
import { textOfMailHtml } from "./mail-html.ts";

const FOLDER = new URL("../../../tests/fixtures/mails/", import.meta.url);

/** Reads the mails of a file: their title, their text as it came, and what their writers wrote. */
function savedMails(file: string): { title: string; mail: string; written: string }[] {
	const parts = readFileSync(new URL(file, FOLDER), "utf8").split(/^#### (.*)\n/m);
	const mails: { title: string; mail: string; written: string }[] = [];
	for (let at = 1; at < parts.length; at += 4) {
		const [title = "", mail = "", , written = ""] = parts.slice(at);
		mails.push({ title, mail: mail.slice(0, -1), written: written.slice(0, -1) });
	}
	return mails;
}

describe.each(readdirSync(FOLDER))("of the mails in %s", (file) => {
	const isHtml = file.startsWith("html");
	test.each(savedMails(file))("that of $title has exactly what was written", (saved) => {
		const text = isHtml ? textOfMailHtml(saved.mail) : saved.mail;
		expect(cutReply(text).written).toBe(saved.written);
	});
});
