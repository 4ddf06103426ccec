import { composeEmail } from "#app/platform/mail/email.ts";

/** Stands for the submission's number in a template. */
const PLACEHOLDER = /\{\{\s*submission_id\s*\}\}/g;

/**
 * Tells the writer that the message has arrived. It contains none of the writer's text, so nobody
 * can use it to mail their own text to a stranger.
 */
export function supportAutoReply(content: { template: string; number: number }) {
	const text = content.template.replace(PLACEHOLDER, String(content.number));
	return composeEmail({
		subject: "We received your message",
		paragraphs: text.split(/\n{2,}/),
	});
}
