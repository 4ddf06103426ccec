/** Answers a mail of the mailbox, as Postmark would post the answer to the app. */
import crypto from "node:crypto";
import type { Mail } from "./mails.ts";

/** Where the app takes inbound mail, and the secret that its webhook's address has at Postmark. */
export type Inbound = { url: string; secret: string };

/** Who answers a mail. */
export const ROLES = {
	recipient: "the recipient",
	other: "somebody else, from another address",
	automatic: "the recipient’s out-of-office reply",
	forged: "a forger, with the recipient’s address",
};

export type Role = keyof typeof ROLES;

const OTHER = "somebody@elsewhere.example";
const FORGER = "forger@forgery.example";

/** Returns the address at which a mail can be answered by mail; null if it has none. */
export function answerAddressOf({ replyTo = "" }: Mail): string | null {
	return /^reply\+[^@\s]+@\S+$/.test(replyTo) ? replyTo : null;
}

/** Posts an answer to a mail. Returns the status of the app's response. */
export async function postAnswer(
	{ url, secret }: Inbound,
	mail: Mail,
	answer: { role: Role; text: string },
): Promise<number> {
	const authorization = Buffer.from(`postmark:${secret}`).toString("base64");
	const response = await fetch(url, {
		method: "POST",
		headers: { Authorization: `Basic ${authorization}`, "Content-Type": "application/json" },
		body: JSON.stringify(payloadOf(mail, answer)),
	});
	return response.status;
}

/** https://postmarkapp.com/developer/webhooks/inbound-webhook */
function payloadOf(mail: Mail, { role, text }: { role: Role; text: string }) {
	const from = role === "other" ? OTHER : mail.to;
	const to = mail.replyTo ?? "";
	const [, hash = ""] = /\+([^@]*)@/.exec(to) ?? [];
	const address = { Email: to, Name: "", MailboxHash: hash };
	const subject = mail.subject.replace(/^(?:Re: )*/, "Re: ");
	return {
		FromName: "",
		MessageStream: "inbound",
		From: from,
		FromFull: { Email: from, Name: "", MailboxHash: "" },
		To: to,
		ToFull: [address],
		Cc: "",
		CcFull: [],
		Bcc: "",
		BccFull: [],
		OriginalRecipient: to,
		Subject: role === "automatic" ? `Automatic reply: ${mail.subject}` : subject,
		MessageID: crypto.randomUUID(),
		ReplyTo: "",
		MailboxHash: hash,
		Date: new Date().toUTCString(),
		TextBody: role === "automatic" ? text : `${text}\n\n${quotationOf(mail)}`,
		HtmlBody: "",
		StrippedTextReply: text,
		Tag: "",
		Headers: headersOf(mail, role, from),
		Attachments: [],
	};
}

/** What a mail program puts below an answer. */
function quotationOf({ at, from, text }: Mail): string {
	const day = new Date(at).toUTCString().slice(0, 22);
	return `On ${day}, ${from} wrote:\n${text.trimEnd().replace(/^/gm, "> ")}`;
}

/** Those that Postmark puts on top, and then those of the mail program. */
function headersOf(mail: Mail, role: Role, from: string) {
	const isForged = role === "forged";
	const envelope = isForged ? FORGER : from;
	const tests = isForged ? "SPF_FAIL" : "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS";
	const original = mail.headers?.find(({ Name }) => Name.toLowerCase() === "message-id")?.Value;
	const facts = {
		"Return-Path": `<${envelope}>`,
		Received: "by p-pm-inbound (Postfix) id 0; local",
		"X-Spam-Checker-Version": "SpamAssassin 3.4.0",
		"X-Spam-Status": "No",
		"X-Spam-Score": "-0.1",
		"X-Spam-Tests": tests,
		"Received-SPF": `${isForged ? "Fail" : "Pass"} identity=mailfrom; envelope-from=${envelope}`,
		"Message-ID": `<${crypto.randomUUID()}@${from.split("@")[1]}>`,
		...(original && { "In-Reply-To": original, References: original }),
		...(role === "automatic" && { "Auto-Submitted": "auto-replied" }),
	};
	return Object.entries(facts).map(([Name, Value]) => ({ Name, Value }));
}
