import { clock } from "#app/platform/clock.server.ts";
import { seal, unseal } from "#app/platform/crypto/seal.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueJob, type Job, type JobKind, type Outcome } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#app/platform/time.ts";
import type { Email } from "./email.ts";
import { deliver } from "./mail.server.ts";
import type { Delivery } from "./mail.ts";
import { findWaiting, insertMail, storeAttempt, type WaitingMail } from "./outbox.sql.ts";

const SEAL = "outbox";
/** A mail that could not leave for this long is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
const KEEP_MS = 30 * DAY_MS;

/** Sends one mail of the outbox. */
export const mailJob: JobKind = {
	name: "mail",
	atOnce: 5,
	firstRetryMs: MINUTE_MS,
	longestRetryMs: 6 * HOUR_MS,
	run: sendMail,
};

type Body = { text: string; html: string; replyTo: string };
type Outgoing = {
	dedupeKey: string;
	kind: string;
	to: string;
	email: Email;
	/** The submission whose conversation it is part of. */
	thread?: string;
	/** Where an answer to it goes; support's address unless it says otherwise. */
	replyTo?: string;
};

/**
 * Puts a mail into the outbox, within the transaction that causes it. A second mail with the same
 * `dedupeKey` is dropped. A worker sends it once the transaction is stored, and after every earlier
 * mail of its `thread`.
 */
export async function enqueueMail(tx: Transaction, outgoing: Outgoing): Promise<void> {
	const { text, html, subject } = outgoing.email;
	// An accidental answer reaches a person, though each letter says where to write instead.
	const body: Body = { text, html, replyTo: outgoing.replyTo ?? env.supportEmail };
	const id = createUuid();
	const isNew = insertMail(tx, {
		...outgoing,
		id,
		subject,
		sealedBody: seal(SEAL, JSON.stringify(body)),
		createdAt: sqlTime(clock.now()),
	});
	if (isNew) queueMail(tx, { id, thread: outgoing.thread });
}

/** Has a mail of the outbox sent, within the caller's transaction. */
export function queueMail(
	tx: Transaction,
	{ id, thread }: { id: string; thread?: string | null },
): void {
	enqueueJob(tx, mailJob, { key: id, group: thread });
}

async function sendMail({ key, attempts }: Job): Promise<Outcome> {
	const mail = findWaiting(key);
	if (!mail) return { next: "done" };
	const delivery = await deliverSealed(mail);
	const now = clock.now();
	const isSent = delivery.outcome === "sent";
	const isTooOld = now.getTime() - new Date(mail.createdAt).getTime() >= GIVE_UP_MS;
	const isGivenUp = delivery.outcome === "refused" || (!isSent && isTooOld);
	return {
		next: isSent || isGivenUp ? "done" : "retry",
		store: (tx) =>
			storeAttempt(tx, {
				id: mail.id,
				attempts,
				sentAt: isSent ? sqlTime(now) : null,
				messageId: isSent ? delivery.messageId : null,
				failedAt: isGivenUp ? sqlTime(now) : null,
				lastError: isSent ? null : delivery.reason,
			}),
	};
}

async function deliverSealed({ sealedBody, ...mail }: WaitingMail): Promise<Delivery> {
	let body: Body;
	try {
		body = JSON.parse(unseal(SEAL, sealedBody)) as Body;
	} catch {
		return { outcome: "refused", reason: "The body can't be opened with this secret." };
	}
	return deliver({ id: mail.id, to: mail.recipient, subject: mail.subject, ...body });
}

/** The mails of a conversation that were given up, oldest first, with the reason. */
export async function listUndelivered(thread: string) {
	const mails = await db.outboxMail.findMany({
		where: { thread, failedAt: { not: null } },
		orderBy: { id: "asc" },
		select: { kind: true, lastError: true, failedAt: true },
	});
	return mails.flatMap(({ kind, lastError, failedAt }) =>
		failedAt ? [{ kind, reason: lastError ?? "", at: failedAt }] : [],
	);
}

/** Removes mails that are older than 30 days. Answers how many. */
export async function forgetOldMail(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.outboxMail.deleteMany({ where: { createdAt: { lt: later(clock.now(), -KEEP_MS) } } }),
	);
	return count;
}

/** The newest 100 mails, without their bodies. */
export function listMail() {
	return db.outboxMail.findMany({
		orderBy: { id: "desc" },
		take: 100,
		select: { id: true, recipient: true, subject: true, createdAt: true, sentAt: true },
	});
}

/** One mail with its body; null when there is none. */
export async function findMail(id: string) {
	const row = await db.outboxMail.findUnique({ where: { id } });
	if (!row) return null;
	const body = JSON.parse(unseal(SEAL, row.sealedBody)) as Body;
	return { id, to: row.recipient, subject: row.subject, createdAt: row.createdAt, ...body };
}
