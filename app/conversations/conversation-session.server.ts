import { openConversation } from "#app/addresses/visibility.ts";
import { clock } from "#app/platform/clock.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import { clearUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import {
	limitClientMail,
	mailboxOf,
	UNSOLICITED_MAIL,
} from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { enqueueConversationMail } from "./by-mail/conversation-mail.server.ts";
import type { VisitorAccess } from "./conversation-access.server.ts";
import { conversationToken } from "./conversation-token.server.ts";
import type { ConversationLetter } from "./emails/conversation-letter.ts";
import { sessionLink } from "./emails/session-link.ts";
import { mailVerification, VISITOR_SESSION_MS } from "./submission.server.ts";
import { TOO_MANY_SUBMISSIONS } from "./submission-limit.server.ts";
import {
	createSubmissionLink,
	type LinkState,
	readSubmissionLink,
	redeemSubmissionLink,
} from "./submission-link.server.ts";

/** The rate limit of session links for one conversation (product.md, rule 37). */
export const SESSION_LINKS: RefusingLimit = {
	name: "session link",
	most: 3,
	windowMs: HOUR_MS,
	sentence: () =>
		"We have sent you three links within the hour. Please open the newest one, or try again later.",
};

/** Thrown when the visitor's session is over. The page shows the Session Expired card. */
export class SessionExpired extends Refusal {
	constructor() {
		super("Your session has expired. Please request a new session link.", { status: 409 });
	}
}

/** Returns how long the visitor's session still lasts, in milliseconds; 0 when it is over. */
export async function sessionMsLeft({ submissionId }: VisitorAccess): Promise<number> {
	const { sessionEndsAt } = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: { sessionEndsAt: true },
	});
	return msUntil(sessionEndsAt);
}

/** Mails a new session link to the verified address. Throws Refusal after three in an hour. */
export async function requestSession({ submissionId }: VisitorAccess): Promise<void> {
	await transaction(async (tx) => {
		enforceLimit(tx, SESSION_LINKS, submissionId);
		await mailSessionLink(tx, submissionId, { kind: "session-link", compose: sessionLink });
	});
}

type Letter = {
	kind: "session-link" | "reply";
	compose: (content: { formTitle: string; appName: string; url: string }) => ConversationLetter;
};

/** Mails a letter with a new session link to the visitor, in the caller's transaction. */
export async function mailSessionLink(
	tx: Transaction,
	submissionId: string,
	{ kind, compose }: Letter,
): Promise<void> {
	const { form } = await tx.submission.findUniqueOrThrow({
		where: { id: submissionId, verifiedAt: { not: null } },
		select: { form: { select: { title: true, app: { select: { name: true } } } } },
	});
	const { url } = await createSubmissionLink(tx, submissionId, "session");
	await enqueueConversationMail(tx, {
		to: "visitor",
		submissionId,
		dedupeKey: `${kind} ${crypto.randomUUID()}`,
		kind,
		isAskedFor: kind === "session-link",
		letter: compose({ formTitle: form.title, appName: form.app.name, url }),
	});
}

/**
 * Mails a new link to the holder of any link of the conversation, even a used or expired one: a
 * session link or, while the address is not verified and the last link is too old, one to verify
 * it. An unknown link does nothing. Throws Refusal after three in an hour.
 */
export async function requestNewLink(id: string, token: string): Promise<void> {
	const [verify, session] = await Promise.all(
		(["verify", "session"] as const).map((purpose) =>
			readSubmissionLink(db, { id, token, purpose }),
		),
	);
	if (verify === "unknown" && session === "unknown") return;
	const submission = await db.submission.findUnique({
		where: { id },
		select: { verifiedAt: true },
	});
	if (submission?.verifiedAt) await requestSession({ submissionId: id });
	else if (verify === "expired") await transaction((tx) => mailNewVerification(tx, id));
}

/**
 * Mails the link of a submission once more, for whoever sent it: to verify the address or, once that
 * is done, for a session. Does nothing for an id that no submission has. Throws Refusal after three
 * in an hour, or when the client address or the mailbox has had its mails of the hour.
 */
export async function sendLinkAgain(id: string, clientAddress: string): Promise<void> {
	await transaction(async (tx) => {
		const submission = await tx.submission.findUnique({
			where: { id, ...openConversation },
			select: { email: true, verifiedAt: true },
		});
		if (submission) {
			const { sentence } = TOO_MANY_SUBMISSIONS;
			limitClientMail(tx, { clientAddress, email: submission.email }, { sentence });
		}
		if (submission && !submission.verifiedAt) return mailNewVerification(tx, id);
		enforceLimit(tx, SESSION_LINKS, id);
		if (submission) {
			await mailSessionLink(tx, id, { kind: "session-link", compose: sessionLink });
		}
	});
}

async function mailNewVerification(tx: Transaction, id: string): Promise<void> {
	const { email, formId, form } = await tx.submission.findUniqueOrThrow({
		where: { id, verifiedAt: null },
		select: {
			email: true,
			formId: true,
			form: { select: { title: true, app: { select: { name: true } } } },
		},
	});
	if (isSuppressed(tx, email, formId)) return;
	enforceLimit(tx, SESSION_LINKS, id);
	enforceLimit(tx, { ...TOO_MANY_SUBMISSIONS, ...UNSOLICITED_MAIL }, mailboxOf(email));
	await mailVerification(tx, { id, email, formTitle: form.title, appName: form.app.name });
}

/** Returns the state of a session link. Changes nothing. */
export function readExtension(id: string, token: string): Promise<LinkState> {
	return readSubmissionLink(db, { id, token, purpose: "session" });
}

/** Uses a link to open a session of one hour. Returns the conversation's token, or null. */
export async function extendSession(
	id: string,
	token: string,
	browser: string | null = null,
): Promise<string | null> {
	return transaction(async (tx) => {
		const state = await redeemSubmissionLink(tx, { id, token, purpose: "session", browser });
		if (state !== "valid") return null;
		clearUndeliverable(tx, await openSession(tx, id));
		return conversationToken(id);
	});
}

/**
 * Returns the conversation's token to the browser that opened the present session, if it comes back
 * with any link of the conversation (product.md, rule 36). Null for every other browser.
 */
export async function resumeSession(
	id: string,
	token: string,
	browser: string | null,
): Promise<string | null> {
	if (browser === null) return null;
	const submission = await db.submission.findUnique({
		where: {
			id,
			sessionEndsAt: { gt: clock.now() },
			...openConversation,
			AND: [
				{ links: { some: { id: hashToken(token) } } },
				{ links: { some: { usedBy: hashToken(browser) } } },
			],
		},
		select: { id: true },
	});
	return submission && conversationToken(id);
}

/** Gives an open session its full hour again. Throws SessionExpired. */
export async function extendOpenSession({ submissionId }: VisitorAccess): Promise<void> {
	await transaction(async (tx) => {
		const submission = await tx.submission.findUniqueOrThrow({ where: { id: submissionId } });
		if (!isSessionOpen(submission.sessionEndsAt)) throw new SessionExpired();
		await openSession(tx, submissionId);
	});
}

/** Returns whether a session that ends at this time is open now. */
export function isSessionOpen(sessionEndsAt: Date | null): boolean {
	return msUntil(sessionEndsAt) > 0;
}

/** Returns the milliseconds until a session's end; 0 when it is over. */
export function msUntil(sessionEndsAt: Date | null): number {
	return Math.max((sessionEndsAt?.getTime() ?? 0) - clock.now().getTime(), 0);
}

/**
 * Opens the session of a verified submission for an hour, in the caller's transaction. Returns the
 * visitor's address.
 */
export async function openSession(tx: Transaction, submissionId: string): Promise<string> {
	const now = clock.now();
	const { email } = await tx.submission.update({
		where: { id: submissionId, verifiedAt: { not: null } },
		data: { sessionEndsAt: later(now, VISITOR_SESSION_MS), noticeSentAt: null, updatedAt: now },
		select: { email: true },
	});
	return email;
}
