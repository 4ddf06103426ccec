import { z } from "zod";
import type { IncomingMail } from "../inbound-mail.ts";
import { textOfMailHtml } from "../text/mail-html.ts";
import { authorOf } from "./author.ts";
import { automaticBy } from "./automatic.ts";
import { type Header, messageIdOf } from "./headers.ts";
import { namedFiles } from "./named-files.ts";
import { postmarkVerdict } from "./postmark-verdict.ts";

/** More than this many recipients or headers of a mail are not read. */
const MOST = 500;

const text = z.string().catch("");
const party = z.object({ Email: text }).catch({ Email: "" });
const header = z.object({ Name: text, Value: text }).catch({ Name: "", Value: "" });
const file = z
	.object({ Name: text, ContentType: text, ContentID: text, ContentLength: z.number().catch(0) })
	.catch({ Name: "", ContentType: "", ContentID: "", ContentLength: 0 });

const list = <T>(one: z.ZodType<T>) =>
	z
		.array(z.unknown())
		.catch([])
		.transform((all) => all.slice(0, MOST).map((each) => one.parse(each)));

/** A field of the wrong kind is as good as none. Only Postmark's own id must be there. */
const payload = z.object({
	MessageID: z.string().regex(/^[\w-]{1,100}$/),
	From: text,
	FromFull: party,
	OriginalRecipient: text,
	ToFull: list(party),
	CcFull: list(party),
	BccFull: list(party),
	Subject: text,
	TextBody: text,
	HtmlBody: text,
	Headers: list(header),
	Attachments: list(file),
});

/**
 * Reads what Postmark's inbound webhook posts, or returns null for what it never would.
 * https://postmarkapp.com/developer/webhooks/inbound-webhook
 */
export function readPostmarkMail(json: string): IncomingMail | null {
	const { data } = payload.safeParse(parse(json));
	if (!data) return null;
	const headers = data.Headers.map(({ Name, Value }): Header => ({ name: Name, value: Value }));
	const from = authorOf([data.FromFull.Email, ...addressesIn(data.From)]);
	const { returnPath, ...verdict } = postmarkVerdict(headers, from);
	const parties = [...data.ToFull, ...data.CcFull, ...data.BccFull];
	return {
		carrierId: `postmark:${data.MessageID}`,
		recipients: [data.OriginalRecipient, ...parties.map(({ Email }) => Email)].filter(Boolean),
		from,
		...verdict,
		automatic: automaticBy({ headers, from, returnPath }),
		subject: data.Subject,
		messageId: messageIdOf(headers),
		text: data.TextBody.trim() ? data.TextBody : textOfMailHtml(data.HtmlBody),
		files: namedFiles(
			data.Attachments.map(({ Name, ContentType, ContentID, ContentLength }) => ({
				name: Name,
				type: ContentType,
				isInline: ContentID !== "",
				bytes: ContentLength,
			})),
		),
	};
}

function parse(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return null;
	}
}

/** Returns everything in a field that looks like an address. */
function addressesIn(field: string): string[] {
	// Each word is looked at once: a pattern with the @ in it would try each character of a long one.
	return field.split(/[\s<>,;"]+/).filter((word) => /.@./s.test(word));
}
