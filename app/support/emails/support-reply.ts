import { composeEmail } from "#app/platform/mail/email.ts";

/** The operators' answer to somebody who wrote to support. Replies go to the operators. */
export function supportReply({ number, text }: { number: number | null; text: string }) {
	return composeEmail({
		subject: number === null ? "Your message to us" : `Your message to us (${number})`,
		paragraphs: text.split(/\n{2,}/),
		closing: ["If you have something to add, answer this mail."],
	});
}
