import { describe, expect, test } from "vitest";
import type { IncomingMail } from "../inbound-mail.ts";
import { readMimeMail } from "./mime-mail.ts";

const REPLY = "reply+vabc@in.example.org";
const PLAIN = ["From: Ann <ann@example.com>", "Subject: Re: Hello", "Message-ID: <1@example.com>"];
const PROVED = "Authentication-Results: mx.example.org; dkim=pass header.d=example.com";

type Said = { headers?: string[]; body?: string; envelope?: { from?: string; to?: string } };

function read({ headers = PLAIN, body = "Hello\r\n", envelope = {} }: Said) {
	const bytes = Buffer.from(`${headers.join("\r\n")}\r\n\r\n${body}`, "latin1");
	const { from = "ann@example.com", to = REPLY } = envelope;
	return readMimeMail({ bytes, hash: "f00" }, { from, to, authservId: "mx.example.org" });
}

/** A mail of several parts, each with its headers. */
function parts(type: string, ...bodies: string[]): Said {
	const headers = [...PLAIN, "MIME-Version: 1.0", `Content-Type: multipart/${type}; boundary=b`];
	return { headers, body: `${bodies.map((one) => `--b\r\n${one}\r\n`).join("")}--b--\r\n` };
}

const file = (type: string, more = "") =>
	`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment${more}\r\n\r\nQUJD`;

describe("a mail as it is sent", () => {
	test("is read whole", async () => {
		expect(await read({ headers: [PROVED, ...PLAIN] })).toEqual({
			carrierId: "mime:f00",
			recipients: [REPLY],
			from: "ann@example.com",
			isProved: true,
			isSpam: false,
			automatic: null,
			subject: "Re: Hello",
			messageId: "<1@example.com>",
			text: "Hello\n",
			files: [],
		});
	});

	test.each<[string, Said, Partial<IncomingMail>]>([
		["no verdict of the server's", {}, { isProved: false }],
		[
			"two authors",
			{ headers: [PROVED, "From: ann@example.com, bob@example.com"] },
			{ from: "", isProved: false },
		],
		[
			"From twice",
			{ headers: [PROVED, ...PLAIN, "From: bob@example.com"] },
			{ from: "", isProved: false },
		],
		[
			"a name that looks like an address",
			{ headers: [PROVED, 'From: "ann@example.com" <eve@example.net>'] },
			{ from: "eve@example.net", isProved: false },
		],
		[
			"an address in quotes before the @",
			{ headers: [PROVED, 'From: "ann@example.com x"@example.net'] },
			{ from: "", isProved: false },
		],
		["spam", { headers: ["X-Spam-Flag: YES", ...PLAIN] }, { isSpam: true }],
		["an empty return path", { envelope: { from: "" } }, { automatic: "Return-Path" }],
		[
			"the name that Postfix gives to an empty return path",
			{ envelope: { from: "MAILER-DAEMON" } },
			{ automatic: "Return-Path" },
		],
		[
			"a responder",
			{ headers: [...PLAIN, "Auto-Submitted: auto-replied"] },
			{ automatic: "Auto-Submitted" },
		],
		[
			"several recipients",
			{ envelope: { to: "<x@example.org>, y@example.org" } },
			{ recipients: ["x@example.org", "y@example.org"] },
		],
		[
			"recipients in headers",
			{
				headers: [...PLAIN, `To: Us <${REPLY}>`, "Cc: g: x@example.org;"],
				envelope: { to: "" },
			},
			{ recipients: [REPLY, "x@example.org"] },
		],
		[
			"a subject in words of another charset",
			{ headers: ["Subject: =?utf-8?B?R3LDvMOfZQ==?=", "From: ann@example.com"] },
			{ subject: "Grüße" },
		],
		[
			"a charset that does not exist",
			{ headers: [...PLAIN, "Content-Type: text/plain; charset=klingon"], body: "Hello" },
			{ text: "Hello\n" },
		],
		[
			"base64 that ends early",
			{ headers: [...PLAIN, "Content-Transfer-Encoding: base64"], body: "SGVsbG8gdGhlc" },
			{ text: expect.stringContaining("Hello the") },
		],
		[
			"HTML only",
			{ headers: [...PLAIN, "Content-Type: text/html"], body: "<p>Hello</p><p>there</p>" },
			{ text: "Hello\n\nthere" },
		],
		["an empty body", { body: "" }, { text: "" }],
		[
			"text above and below a file",
			parts(
				"mixed",
				"Content-Type: text/plain\r\n\r\nAbove",
				file("application/pdf", '; filename="a.pdf"'),
				"Content-Type: text/plain\r\n\r\nBelow",
			),
			{ text: "Above\n\nBelow\n", files: ["a.pdf"] },
		],
		[
			"a mail within a mail",
			parts(
				"mixed",
				"Content-Type: text/plain\r\n\r\nSee below",
				"Content-Type: message/rfc822\r\n\r\nFrom: eve@example.net\r\n\r\nForwarded",
			),
			{ text: "See below\n", from: "ann@example.com", files: [""] },
		],
		[
			"a part without an end",
			{ ...parts("mixed"), body: "--b\r\nContent-Type: text/plain\r\n\r\nHello" },
			{ text: "Hello\n" },
		],
		["a signature", parts("signed", file("application/pgp-signature")), { files: [] }],
	])("is read with %s", async (_, said, wanted) => {
		expect(await read(said)).toMatchObject(wanted);
	});

	test("is none without a header, and none with endless parts in each other", async () => {
		expect(await read({ headers: [], body: "" })).toBeNull();
		const level = (n: number) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n`;
		const body = Array.from({ length: 300 }, (_, n) => `${level(n)}\r\n`).join("");
		const headers = [...PLAIN, "Content-Type: multipart/mixed; boundary=b0"];
		expect(await read({ headers, body })).toBeNull();
	});
});
