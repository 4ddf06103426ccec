import { conversationToken } from "#app/conversations/conversation-token.server.ts";
import { createSubmissionLink } from "#app/conversations/submission-link.server.ts";
import { indexSubmission } from "#app/conversations/submission-search.sql.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { answersTo, type TestForm } from "./form.ts";

type Traits = {
	verified?: boolean;
	/** Whether the visitor's hour is running. */
	open?: boolean;
	email?: string;
	name?: string;
	message?: string;
};

/**
 * Creates a submission of a form, without its mails. `token` is its conversation's; `verify` and
 * `session` are links of its visitor. A verified visitor has used the first.
 */
export async function createSubmission(form: TestForm, traits: Traits = {}) {
	const { verified = true, open = verified } = traits;
	const checked = checkAnswers(form.fields, answersTo(form, traits));
	if (!checked.ok) throw new Error("The answers are not accepted");
	const now = clock.now();
	return transaction(async (tx) => {
		const { answers, email, name } = checked.value;
		const submission = await tx.submission.create({
			data: {
				formId: form.id,
				appId: form.appId,
				userId: form.userId,
				email,
				name,
				answers: JSON.stringify(answers),
				createdAt: now,
				updatedAt: now,
				lastActivityAt: now,
				...(verified && {
					verifiedAt: now,
					sessionEndsAt: later(now, open ? HOUR_MS : -HOUR_MS),
				}),
			},
			select: { id: true, number: true, appId: true },
		});
		await indexSubmission(tx, submission, checked.value);
		const { id } = submission;
		const verify = await createSubmissionLink(tx, id, "verify");
		if (verified) {
			await tx.submissionLink.updateMany({ where: { submissionId: id }, data: { usedAt: now } });
		}
		const session = await createSubmissionLink(tx, id, "session");
		return {
			id,
			email,
			name,
			message: traits.message ?? "Where is my data?",
			token: conversationToken(id),
			verify: { id, token: verify.token },
			session: { id, token: session.token },
		};
	});
}
