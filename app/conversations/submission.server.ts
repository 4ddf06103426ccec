import type { Answer, Answers } from "#app/forms/answers.ts";
import { FORM_CLOSED } from "#app/forms/visitor-form.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import {
	db,
	insertRow,
	sharedTransaction,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { deleteInBites } from "#app/platform/db/delete-in-bites.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import { clearUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { countClientMail, limitUnsolicitedMail } from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { enqueueConversationMail } from "./by-mail/conversation-mail.server.ts";
import { conversationToken } from "./conversation-token.server.ts";
import { newMessage } from "./emails/new-message.ts";
import { verifySubmission as verifySubmissionMail } from "./emails/verify-submission.ts";
import { findAnswered, isFormOpen } from "./submission.sql.ts";
import { limitSubmissions, TOO_MANY_SUBMISSIONS } from "./submission-limit.server.ts";
import {
	createSubmissionLink,
	type LinkState,
	readSubmissionLink,
	redeemSubmissionLink,
} from "./submission-link.server.ts";
import { indexSubmission } from "./submission-search.sql.ts";

export const VISITOR_SESSION_MS = HOUR_MS;
/** Unverified submissions are deleted after this time. */
export const KEEP_UNVERIFIED_MS = 7 * DAY_MS;

type OpenForm = {
	id: string;
	appId: string;
	userId: string;
	title: string;
	app: { name: string };
};

/**
 * Stores a submission and mails the verification link, in one transaction. Returns its id. Does
 * nothing when the question was answered before or the address is suppressed, whose id nothing has.
 * Throws Refusal when the form is closed or gone, and TooMany over a limit.
 */
export async function submitForm(
	form: OpenForm,
	{ answers, email, name }: Answers,
	{ question, clientAddress }: { question: { id: string; expiresAt: Date }; clientAddress: string },
): Promise<string> {
	const now = clock.now();
	return sharedTransaction(async (tx) => {
		const answered = findAnswered(tx, question.id);
		if (answered !== null) return answered;
		const id = createUuid();
		if (isSuppressed(tx, email, form.id)) return id;
		// The form, its app or its owner's account may be closed or gone since the page was loaded.
		if (!isFormOpen(tx, form.id)) throw new Refusal(FORM_CLOSED, { status: 409 });
		limitSubmissions(tx, "submission", { email, clientAddress });
		limitUnsolicitedMail(tx, { clientAddress, email }, TOO_MANY_SUBMISSIONS);
		const number = insertRow(tx, "Submission", {
			id,
			formId: form.id,
			appId: form.appId,
			userId: form.userId,
			email,
			name,
			answers: JSON.stringify(answers),
			createdAt: now,
			updatedAt: now,
			lastActivityAt: now,
		});
		await indexSubmission(tx, { number, appId: form.appId }, { answers, email, name });
		const { id: questionId, expiresAt } = question;
		insertRow(tx, "AnsweredQuestion", { id: questionId, submissionId: id, expiresAt });
		await mailVerification(tx, { id, email, formTitle: form.title, appName: form.app.name });
		return id;
	});
}

/** Returns the state of a verification link. Changes nothing. */
export function readVerification(id: string, token: string): Promise<LinkState> {
	return readSubmissionLink(db, { id, token, purpose: "verify" });
}

/**
 * Verifies a submission's address, opens the session and mails the owner. Returns the token of the
 * conversation, or null when the link is not valid.
 */
export async function verifySubmission(
	id: string,
	token: string,
	browser: string | null = null,
	clientAddress: string | null = null,
): Promise<string | null> {
	return transaction(async (tx) => {
		const state = await redeemSubmissionLink(tx, { id, token, purpose: "verify", browser });
		if (state !== "valid") return null;
		const submission = await markVerified(tx, id);
		const paragraphs = toldAnswers(JSON.parse(submission.answers) as Answer[]);
		await mailOwner(tx, id, paragraphs, clientAddress);
		return conversationToken(id);
	});
}

/** Notes that a submission's address is proved, and opens its session, in the caller's transaction. */
export async function markVerified(tx: Transaction, id: string): Promise<{ answers: string }> {
	const now = clock.now();
	const { answers, email } = await tx.submission.update({
		where: { id },
		data: {
			verifiedAt: now,
			// Whoever changed it in a list before has not read it: only now is it delivered.
			status: "new",
			sessionEndsAt: later(now, VISITOR_SESSION_MS),
			lastActivityAt: now,
			updatedAt: now,
		},
		select: { answers: true, email: true },
	});
	clearUndeliverable(tx, email);
	return { answers };
}

/**
 * Mails the owner what the visitor wrote, by paragraphs, in the caller's transaction. Leaves the
 * mail out if the owner wants none for each message, or if `clientAddress` has caused too many: the
 * message is in the owner's list all the same.
 */
export async function mailOwner(
	tx: Transaction,
	id: string,
	paragraphs: string[],
	clientAddress: string | null = null,
): Promise<void> {
	const submission = await tx.submission.findUniqueOrThrow({
		where: { id },
		select: {
			email: true,
			name: true,
			form: {
				select: {
					title: true,
					app: { select: { name: true } },
					user: { select: { email: true, notifications: true } },
				},
			},
		},
	});
	const { form } = submission;
	if (form.user.notifications !== "each") return;
	if (clientAddress && countClientMail(tx, clientAddress, form.user.email) > 0) return;
	await enqueueConversationMail(tx, {
		to: "owner",
		submissionId: id,
		dedupeKey: `new-message ${crypto.randomUUID()}`,
		kind: "new-message",
		letter: newMessage({
			formTitle: form.title,
			appName: form.app.name,
			email: submission.email,
			name: submission.name,
			paragraphs,
			url: env.appUrl + paths.conversation.thread({ submissionId: id }),
		}),
	});
}

/** Deletes expired questions and week-old unverified submissions. Returns how many of these. */
export async function forgetUnverifiedSubmissions(): Promise<number> {
	const now = clock.now();
	await transaction((tx) => tx.answeredQuestion.deleteMany({ where: { expiresAt: { lt: now } } }));
	const where = { verifiedAt: null, createdAt: { lt: later(now, -KEEP_UNVERIFIED_MS) } };
	return deleteInBites((tx, limit) => tx.submission.deleteMany({ where, limit }));
}

/** Returns all answers with their labels. A label that is a question has no colon after it. */
function toldAnswers(answers: Answer[]): string[] {
	return answers.map(({ label, value }) => {
		const heading = /[:?!.…：？！。؟]$/.test(label) ? label : `${label}:`;
		return `${heading}\n${value || "(left open)"}`;
	});
}

/** Mails a link that verifies the submission's address, in the caller's transaction. */
export async function mailVerification(
	tx: Transaction,
	{ id, email, ...form }: { id: string; email: string; formTitle: string; appName: string },
): Promise<void> {
	const { url, token } = await createSubmissionLink(tx, id, "verify");
	const query = new URLSearchParams({ id, token });
	await enqueueMail(tx, {
		dedupeKey: `verify-submission ${crypto.randomUUID()}`,
		kind: "verify-submission",
		to: email,
		isAskedFor: true,
		thread: id,
		email: verifySubmissionMail({
			...form,
			url,
			refuseUrl: `${env.appUrl}${paths.visitor.refuse}?${query}`,
		}),
	});
}
