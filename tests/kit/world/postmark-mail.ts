import { env } from "#app/platform/env/env.server.ts";
import type { Client } from "../http/client.ts";

type PostmarkHeader = { Name: string; Value: string };

type Written = {
	from: string;
	to: string;
	text?: string;
	subject?: string;
	/** Postmark's own id of the mail. */
	id?: string;
	/** Headers of the sender, below Postmark's own. */
	headers?: PostmarkHeader[];
	/** What SpamAssassin found, among Postmark's headers. */
	tests?: string;
};

/** Returns the headers that Postmark puts above those of the sender. */
function ownHeaders({ from, to, tests }: Written): PostmarkHeader[] {
	return [
		{ Name: "Return-Path", Value: `<${from}>` },
		{ Name: "Received", Value: "by p-pm-inbound01a-aws-useast1a.inbound.postmarkapp.com" },
		{ Name: "X-Spam-Checker-Version", Value: "SpamAssassin 3.4.0 on p-pm-inbound01a" },
		{ Name: "X-Spam-Status", Value: "No" },
		{ Name: "X-Spam-Score", Value: "-0.1" },
		{ Name: "X-Spam-Tests", Value: tests ?? "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS" },
		{
			Name: "Received-SPF",
			Value: `Pass (sender SPF authorized) identity=mailfrom; client-ip=192.0.2.1; helo=mail.example.com; envelope-from=${from}; receiver=${to}`,
		},
	];
}

/** Returns a mail as Postmark's inbound webhook posts it. */
export function postmarkMail(written: Written) {
	const { from, to, text = "Thank you, that helps.", subject = "Re: Your message" } = written;
	const address = (Email: string) => ({ Email, Name: "", MailboxHash: "" });
	const id = written.id ?? crypto.randomUUID();
	return {
		FromName: "",
		MessageStream: "inbound",
		From: from,
		FromFull: address(from),
		To: to,
		ToFull: [address(to)],
		Cc: "",
		CcFull: [],
		Bcc: "",
		BccFull: [],
		OriginalRecipient: to,
		Subject: subject,
		MessageID: id,
		ReplyTo: "",
		MailboxHash: /\+([^@]*)@/.exec(to)?.[1] ?? "",
		Date: "Sun, 22 Nov 2026 10:00:00 +0000",
		TextBody: text,
		HtmlBody: "",
		StrippedTextReply: "",
		Tag: "",
		Headers: [
			...ownHeaders(written),
			{ Name: "Received", Value: "from mail.example.com by p-pm-inbound01a" },
			{ Name: "MIME-Version", Value: "1.0" },
			{ Name: "Message-ID", Value: `<${id}@example.com>` },
			...(written.headers ?? []),
		],
		Attachments: [],
	};
}

/** Postmark's Authorization header, by the secret in its address for us. */
export function postmarkAuthorization(secret = env.inbound.postmarkSecret): string {
	return `Basic ${Buffer.from(`postmark:${secret}`).toString("base64")}`;
}

/** Posts to the door as Postmark does: without an origin, a cookie, or what a browser adds. */
export function postAsPostmark(
	client: Client,
	body: string | Buffer,
	{ path = "/postmark/inbound", authorization = postmarkAuthorization(), chunked = false } = {},
) {
	return client.send(path, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"Sec-Fetch-Site": undefined,
			Authorization: authorization,
		},
		body,
		chunked,
	});
}
