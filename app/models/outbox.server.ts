import type { Email } from "~/emails/email";
import { db, plain, sharedTransaction, type Transaction, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { seal, unseal } from "~/lib/seal.server";
import { sqlTime } from "~/lib/statements.server";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "~/lib/time";
import { createUuid } from "~/lib/uuid.server";
import { startWorker } from "~/lib/worker.server";
import { clock } from "~/services/clock.server";
import { deliver, type Mail } from "~/services/mail.server";

const SEAL = "outbox";
const LEASE_MS = MINUTE_MS;
const BATCH = 20;
const FIRST_RETRY_MS = MINUTE_MS;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** A mail that could not leave for this long is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
const KEEP_MS = 30 * DAY_MS;
const POLL_MS = SECOND_MS / 4;

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
 * `dedupeKey` is dropped. The worker sends it once the transaction is stored, and after every
 * earlier mail of its `thread`.
 */
export async function enqueueMail(tx: Transaction, outgoing: Outgoing): Promise<void> {
	const now = clock.now();
	const { text, html, subject } = outgoing.email;
	// An accidental answer reaches a person, though each letter says where to write instead.
	const body: Body = { text, html, replyTo: outgoing.replyTo ?? env.supportEmail };
	const at = sqlTime(now);
	plain(tx).run(ENQUEUE, [
		createUuid(),
		outgoing.dedupeKey,
		outgoing.kind,
		outgoing.to,
		outgoing.thread ?? null,
		subject,
		seal(SEAL, JSON.stringify(body)),
		at,
		at,
	]);
}

const ENQUEUE = `INSERT INTO OutboxMail
		(id, dedupeKey, kind, recipient, thread, subject, sealedBody, createdAt, nextAt)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupeKey) DO NOTHING`;

/**
 * Sends every mail that is due, the longest due first, until it is stopped, and answers how many it
 * tried. Several workers may run: a lease taken by compare-and-swap gives each mail to one of them.
 */
export async function sendDueMail(isStopped = () => false): Promise<number> {
	const now = clock.now();
	const due = await findDue(now);
	let tried = 0;
	for (const { id, leasedUntil, nextAt } of due) {
		if (isStopped()) break;
		const { count } = await sharedTransaction((tx) =>
			tx.outboxMail.updateMany({
				where: { id, leasedUntil, nextAt, sentAt: null, failedAt: null },
				data: { leasedUntil: later(clock.now(), LEASE_MS), attempts: { increment: 1 } },
			}),
		);
		if (count === 0) continue;
		await sendLeased(id);
		tried += 1;
	}
	return tried;
}

/**
 * The mails that may be tried now, those first that have been due for longest, which is an index's
 * order: sorted otherwise, all that wait would be read for each few. One whose thread has an earlier
 * one still waiting may not. One that waits for longer than any mail does was put off while the
 * clock went wrong, and is due.
 */
function findDue(now: Date) {
	const farthest = later(now, LONGEST_RETRY_MS);
	const longestLease = later(now, LEASE_MS);
	return db.$queryRaw<{ id: string; leasedUntil: Date | null; nextAt: Date }[]>`
		SELECT id, leasedUntil, nextAt FROM OutboxMail AS mail
		WHERE sentAt IS NULL AND failedAt IS NULL AND (nextAt <= ${now} OR nextAt > ${farthest})
		AND (leasedUntil IS NULL OR leasedUntil < ${now} OR leasedUntil > ${longestLease})
		AND NOT EXISTS (
			SELECT 1 FROM OutboxMail AS earlier
			WHERE earlier.thread = mail.thread AND earlier.id < mail.id
			AND earlier.sentAt IS NULL AND earlier.failedAt IS NULL
		)
		ORDER BY nextAt LIMIT ${BATCH}`;
}

async function sendLeased(id: string): Promise<void> {
	const row = await db.outboxMail.findUnique({ where: { id } });
	// Dropped since, with the account that it was part of.
	if (!row) return;
	const delivery = await deliverRow(row);
	const now = clock.now();
	const retryAt = later(now, Math.min(FIRST_RETRY_MS * 2 ** (row.attempts - 1), LONGEST_RETRY_MS));
	const tooOld = now.getTime() - row.createdAt.getTime() >= GIVE_UP_MS;
	await sharedTransaction((tx) =>
		tx.outboxMail.updateMany({
			where: { id },
			data: {
				leasedUntil: null,
				...(delivery.outcome === "sent"
					? { sentAt: now, messageId: delivery.messageId, lastError: null }
					: {
							lastError: delivery.reason,
							...(delivery.outcome === "refused" || tooOld
								? { failedAt: now }
								: { nextAt: retryAt }),
						}),
			},
		}),
	);
}

async function deliverRow(row: {
	id: string;
	recipient: string;
	subject: string;
	sealedBody: Uint8Array;
}) {
	let body: Body;
	try {
		body = JSON.parse(unseal(SEAL, row.sealedBody)) as Body;
	} catch {
		return { outcome: "refused" as const, reason: "The body can't be opened with this secret." };
	}
	const mail: Mail = { id: row.id, to: row.recipient, subject: row.subject, ...body };
	return deliver(mail);
}

/**
 * Drops what waits for an account that is being closed: the mails of its conversations, and those
 * to its own address.
 */
export async function dropWaitingMail(
	tx: Transaction,
	{ userId, email }: { userId: string; email: string },
): Promise<void> {
	await tx.$executeRaw`
		DELETE FROM OutboxMail WHERE sentAt IS NULL AND failedAt IS NULL AND (
			(thread IS NULL AND recipient = ${email})
			OR EXISTS (
				SELECT 1 FROM Submission
				WHERE Submission.id = OutboxMail.thread AND Submission.userId = ${userId}
			)
		)`;
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

/** The newest 100 mails for the local mailbox, without their bodies. */
export function listMail() {
	return db.outboxMail.findMany({
		orderBy: { id: "desc" },
		take: 100,
		select: { id: true, recipient: true, subject: true, createdAt: true, sentAt: true },
	});
}

/** One mail with its body, for the local mailbox; null when there is none. */
export async function findMail(id: string) {
	const row = await db.outboxMail.findUnique({ where: { id } });
	if (!row) return null;
	const body = JSON.parse(unseal(SEAL, row.sealedBody)) as Body;
	return { id, to: row.recipient, subject: row.subject, createdAt: row.createdAt, ...body };
}

/** Starts the worker that empties the outbox. The answer stops it once its current mail is done. */
export function startOutboxWorker(onError: (error: unknown) => void): () => Promise<void> {
	return startWorker(POLL_MS, sendDueMail, onError);
}
