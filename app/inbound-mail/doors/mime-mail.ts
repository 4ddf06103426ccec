import PostalMime, { addressParser, decodeWords, type Email } from "postal-mime";
import type { IncomingMail } from "../inbound-mail.ts";
import { textOfMailHtml } from "../text/mail-html.ts";
import { isProvedBy } from "./authentication-results.ts";
import { authorOf } from "./author.ts";
import { automaticBy } from "./automatic.ts";
import { firstOf, type Header, messageIdOf, valuesOf } from "./headers.ts";
import { namedFiles } from "./named-files.ts";

/** More recipients of a mail are not read. */
const MOST = 500;
const LEVELS = 50;

/** What the mail server says beside the mail. Null for what it does not say. */
type Envelope = {
	from: string | null;
	to: string | null;
	/** The server's name in Authentication-Results; null if none of these is to be believed. */
	authservId: string | null;
};

/**
 * Reads a mail as it is sent (RFC 5322 and MIME), with the SHA-256 of it, or returns null for one
 * that can't be read. A server that hands a mail in again does so with the same bytes.
 */
export async function readMimeMail(
	{ bytes, hash }: { bytes: Uint8Array; hash: string },
	envelope: Envelope,
): Promise<IncomingMail | null> {
	const email = await parse(bytes);
	if (!email || email.headers.length === 0) return null;
	const headers = email.headers.map(({ key, value }): Header => ({ name: key, value }));
	const from = authorOf(valuesOf(headers, "From").flatMap(addressesIn));
	return {
		carrierId: `mime:${hash}`,
		recipients: recipientsOf(headers, envelope.to),
		from,
		isProved: envelope.authservId !== null && isProvedBy(headers, from, envelope.authservId),
		isSpam: ["X-Spam-Status", "X-Spam-Flag", "X-Spam"].some((name) =>
			valuesOf(headers, name).some((value) => /^yes\b/i.test(value)),
		),
		automatic: automaticBy({ headers, from, returnPath: returnPathOf(headers, envelope.from) }),
		subject: decodeWords(firstOf(headers, "Subject")),
		messageId: messageIdOf(headers),
		text: email.text?.trim() ? email.text : textOfMailHtml(email.html ?? ""),
		files: namedFiles(
			email.attachments.map(({ filename, mimeType, related, content }) => ({
				name: filename ?? "",
				type: mimeType,
				isInline: related === true,
				bytes: typeof content === "string" ? content.length : content.byteLength,
			})),
		),
	};
}

async function parse(bytes: Uint8Array): Promise<Email | null> {
	try {
		// A mail within a mail is a file: it says nothing about its sender.
		const options = { forceRfc822Attachments: true, maxNestingDepth: LEVELS };
		return await PostalMime.parse(bytes, options);
	} catch {
		return null;
	}
}

/** Returns those of the envelope, or else those that the mail names. */
function recipientsOf(headers: readonly Header[], envelopeTo: string | null): string[] {
	const given = envelopeTo?.split(/[\s,]+/).map((one) => one.replace(/^<|>$/g, "")) ?? [];
	const named = ["X-Original-To", "Delivered-To", "To", "Cc"]
		.flatMap((name) => valuesOf(headers, name))
		.flatMap(addressesIn);
	return [...given, ...named].filter(Boolean).slice(0, MOST);
}

function returnPathOf(headers: readonly Header[], envelopeFrom: string | null): string | null {
	return envelopeFrom ?? valuesOf(headers, "Return-Path")[0] ?? null;
}

function addressesIn(field: string): string[] {
	return addressParser(field, { flatten: true }).map(({ address }) => address ?? "");
}
