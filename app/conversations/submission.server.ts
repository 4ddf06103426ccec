import type { Answer, Answers } from "#app/forms/answers.ts";
import { FORM_CLOSED } from "#app/forms/visitor-form.ts";
import { clock } from "#app/platform/clock.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import {
	db,
	plain,
	sharedTransaction,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enforceLimit } from "#app/platform/limits/limits.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import {
	isSuppressed,
	mailboxKey,
	mailboxOf,
	UNSOLICITED_MAIL,
} from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { conversationToken } from "./conversation-token.server.ts";
import { newMessage } from "./emails/new-message.ts";
import { verifySubmission as verifySubmissionMail } from "./emails/verify-submission.ts";
import { limitSubmissions, tooManySubmissions } from "./submission-limit.server.ts";
import {
	createSubmissionLink,
	type LinkState,
	readSubmissionLink,
	useSubmissionLink,
} from "./submission-link.server.ts";
import { indexSubmission } from "./submission-search.server.ts";

export const VISITOR_SESSION_MS = HOUR_MS;
/** Submissions that nobody verified are forgotten after this. */
export const KEEP_UNVERIFIED_MS = 7 * DAY_MS;
const EXCERPT_MAX = 500;

type OpenForm = { id: string; appId: string; userId: string; app: { name: string } };

/**
 * Stores what a visitor sent and mails the verification link, in one transaction. The same
 * question twice is the same submission; an address that asked to be left alone gets the same
 * answer as any other, and no mail. Throws Refusal when the form is gone, and TooMany.
 */
export async function submitForm(
	form: OpenForm,
	{ answers, email, name }: Answers,
	{ question, clientAddress }: { question: { id: string; expiresAt: Date }; clientAddress: string },
): Promise<void> {
	const now = sqlTime(clock.now());
	await sharedTransaction(async (tx) => {
		const sql = plain(tx);
		if (sql.row("SELECT 1 FROM AnsweredQuestion WHERE id = ?", [question.id])) return;
		if (isSuppressed(tx, email)) return;
		refuseClosed(tx, form.id);
		limitSubmissions(tx, "submission", { email, clientAddress });
		enforceLimit(tx, { ...UNSOLICITED_MAIL, refusal: tooManySubmissions }, mailboxOf(email));
		const id = createUuid();
		const submission = sql.row<{ number: number }>(STORE, [
			id,
			form.id,
			form.appId,
			form.userId,
			email,
			name,
			JSON.stringify(answers),
			now,
			now,
			now,
		]);
		if (!submission) throw new Error("The submission was not stored");
		const { number } = submission;
		await indexSubmission(tx, { number, appId: form.appId }, { answers, email, name });
		sql.run("INSERT INTO AnsweredQuestion (id, submissionId, expiresAt) VALUES (?, ?, ?)", [
			question.id,
			id,
			sqlTime(question.expiresAt),
		]);
		await mailVerification(tx, { id, email, appName: form.app.name });
	});
}

const STORE = `INSERT INTO Submission (id, formId, appId, userId, email, name, answers, createdAt,
		updatedAt, lastActivityAt)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`;

/** What a verification link is worth. Changes nothing. */
export function readVerification(id: string, token: string): Promise<LinkState> {
	return readSubmissionLink(db, { id, token, purpose: "verify" });
}

/**
 * Verifies the address of a submission: the session begins, and the owner is told. Answers the
 * conversation's token, or null when the link is not valid (any more).
 */
export async function verifySubmission(id: string, token: string): Promise<string | null> {
	return transaction(async (tx) => {
		const state = await useSubmissionLink(tx, { id, token, purpose: "verify" });
		if (state !== "valid") return null;
		const now = clock.now();
		const submission = await tx.submission.update({
			where: { id },
			data: {
				verifiedAt: now,
				sessionEndsAt: later(now, VISITOR_SESSION_MS),
				lastActivityAt: now,
				updatedAt: now,
			},
			select: { answers: true },
		});
		await mailOwner(tx, id, askedText(JSON.parse(submission.answers) as Answer[]));
		return conversationToken(id);
	});
}

/**
 * "This wasn't me": no mail for a form goes to this mailbox again, and the submission is gone.
 * Answers whether the link was one of ours.
 */
export async function disownSubmission(id: string, token: string): Promise<boolean> {
	return transaction(async (tx) => {
		const state = await readSubmissionLink(tx, { id, token, purpose: "verify" });
		if (state === "unknown") return false;
		const { email } = await tx.submission.findUniqueOrThrow({ where: { id } });
		const emailKey = mailboxKey(email);
		await tx.suppressedAddress.upsert({
			where: { emailKey },
			update: {},
			create: { emailKey, createdAt: clock.now() },
		});
		await tx.submission.deleteMany({ where: { id, verifiedAt: null } });
		return true;
	});
}

/** Tells the owner of a submission what the visitor wrote, within the caller's transaction. */
export async function mailOwner(tx: Transaction, id: string, text: string): Promise<void> {
	const submission = await tx.submission.findUniqueOrThrow({
		where: { id },
		select: {
			email: true,
			form: {
				select: { title: true, app: { select: { name: true } }, user: { select: { email: true } } },
			},
		},
	});
	const { form } = submission;
	await enqueueMail(tx, {
		dedupeKey: `new-message ${crypto.randomUUID()}`,
		kind: "new-message",
		to: form.user.email,
		thread: id,
		email: newMessage({
			formTitle: form.title,
			appName: form.app.name,
			email: submission.email,
			excerpt: excerptOf(text),
			url: `${env.appUrl}/admin/conversation/${id}`,
		}),
	});
}

/** Removes submissions that nobody verified within 7 days, and what only they needed. */
export async function forgetUnverifiedSubmissions(): Promise<number> {
	const now = clock.now();
	return transaction(async (tx) => {
		const { count } = await tx.submission.deleteMany({
			where: { verifiedAt: null, createdAt: { lt: later(now, -KEEP_UNVERIFIED_MS) } },
		});
		await tx.answeredQuestion.deleteMany({ where: { expiresAt: { lt: now } } });
		return count;
	});
}

/** What was asked, as a text: the first long answer, or all of the short ones. */
function askedText(answers: Answer[]): string {
	const long = answers.find(({ type }) => type === "textarea")?.value;
	return long ?? answers.map(({ label, value }) => `${label}: ${value}`).join("\n");
}

/** The beginning of a text, for a mail. */
function excerptOf(text: string): string {
	const characters = [...text];
	if (characters.length <= EXCERPT_MAX) return text;
	return `${characters.slice(0, EXCERPT_MAX).join("")}…`;
}

/** Between the page and the last button, the form, its app or its owner's account may have gone. */
function refuseClosed(tx: Transaction, formId: string): void {
	if (plain(tx).row(OPEN_FORM, [formId])) return;
	throw new Refusal(FORM_CLOSED, { status: 409 });
}

const OPEN_FORM = `SELECT 1 FROM Form f JOIN App a ON a.id = f.appId JOIN User u ON u.id = f.userId
	WHERE f.id = ? AND f.deletedAt IS NULL AND a.deletedAt IS NULL
	AND u.deletedAt IS NULL AND u.suspendedAt IS NULL`;

async function mailVerification(
	tx: Transaction,
	{ id, email, appName }: { id: string; email: string; appName: string },
): Promise<void> {
	const { url, token } = await createSubmissionLink(tx, id, "verify");
	const query = new URLSearchParams({ id, token });
	await enqueueMail(tx, {
		dedupeKey: `verify-submission ${id}`,
		kind: "verify-submission",
		to: email,
		thread: id,
		email: verifySubmissionMail({
			appName,
			url,
			refuseUrl: `${env.appUrl}/verify-submission/refuse?${query}`,
		}),
	});
}
