import { composeEmail } from "#app/platform/mail/email.ts";

/** What a template says in the place of the submission's number. */
const PLACEHOLDER = /\{\{\s*submission_id\s*\}\}/g;

/**
 * To whoever wrote to support: that it arrived. It carries no word of theirs, so that nobody can
 * send their own text to a stranger through it.
 */
export function supportAutoReply(content: { template: string; submissionId: string }) {
	const text = content.template.replace(PLACEHOLDER, content.submissionId);
	return composeEmail({
		subject: "We received your message",
		paragraphs: text.split(/\n{2,}/),
	});
}
