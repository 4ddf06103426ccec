import { clock } from "#app/platform/clock.server.ts";
import { seal, unseal } from "#app/platform/crypto/seal.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import {
	db,
	plain,
	readRows,
	sharedTransaction,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startWorker } from "#app/platform/jobs/worker.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import type { Email } from "./email.ts";
import { deliver } from "./mail.server.ts";
import type { Mail } from "./mail.ts";

const SEAL = "outbox";
const LEASE_MS = MINUTE_MS;
/** As many leave together; and as many leave twice, at most, when the process is killed meanwhile. */
const AT_ONCE = 5;
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

/** A mail that this worker has on lease. Times are texts, see `sqlTime`. */
type Leased = {
	id: string;
	recipient: string;
	subject: string;
	sealedBody: Uint8Array;
	attempts: number;
	createdAt: string;
};

/**
 * Sends the mails that are due, the longest due first and so many at once, and answers how many it
 * tried. Several workers may run: a lease taken by compare-and-swap gives each mail to one of them.
 */
export async function sendDueMail(): Promise<number> {
	const due = findDue();
	if (due.length === 0) return 0;
	const leased = await lease(due);
	await Promise.all(leased.map(sendLeased));
	return leased.length;
}

type Due = { id: string; leasedUntil: string | null; nextAt: string };

/**
 * The mails that may be tried now, those first that have been due for longest, which is an index's
 * order: sorted otherwise, all that wait would be read for each few. One whose thread has an earlier
 * one still waiting may not. One that waits for longer than any mail does was put off while the
 * clock went wrong, and is due.
 */
function findDue(): Due[] {
	const now = clock.now();
	const farthest = sqlTime(later(now, LONGEST_RETRY_MS));
	const longestLease = sqlTime(later(now, LEASE_MS));
	const at = sqlTime(now);
	return readRows<Due>(DUE, [at, farthest, at, longestLease, AT_ONCE]);
}

const DUE = `SELECT id, leasedUntil, nextAt FROM OutboxMail AS mail
	WHERE sentAt IS NULL AND failedAt IS NULL AND (nextAt <= ? OR nextAt > ?)
	AND (leasedUntil IS NULL OR leasedUntil < ? OR leasedUntil > ?)
	AND NOT EXISTS (
		SELECT 1 FROM OutboxMail AS earlier
		WHERE earlier.thread = mail.thread AND earlier.id < mail.id
		AND earlier.sentAt IS NULL AND earlier.failedAt IS NULL
	)
	ORDER BY nextAt LIMIT ?`;

/** Takes a lease of each that is still as it was found. */
function lease(due: Due[]): Promise<Leased[]> {
	return sharedTransaction(async (tx) => {
		const until = sqlTime(later(clock.now(), LEASE_MS));
		const taken = due.map(({ id, leasedUntil, nextAt }) =>
			plain(tx).row<Leased>(LEASE, [until, id, leasedUntil, nextAt]),
		);
		return taken.filter((mail) => mail !== undefined);
	});
}

const LEASE = `UPDATE OutboxMail SET leasedUntil = ?, attempts = attempts + 1
	WHERE id = ? AND leasedUntil IS ? AND nextAt = ? AND sentAt IS NULL AND failedAt IS NULL
	RETURNING id, recipient, subject, sealedBody, attempts, createdAt`;

/** Its outcome is written down at once, so that a crash sends as few again as can be. */
async function sendLeased(mail: Leased): Promise<void> {
	const delivery = await deliverSealed(mail);
	const now = clock.now();
	const at = sqlTime(now);
	const isTooOld = now.getTime() - new Date(mail.createdAt).getTime() >= GIVE_UP_MS;
	await sharedTransaction(async (tx) => {
		const sql = plain(tx);
		if (delivery.outcome === "sent") sql.run(SENT, [at, delivery.messageId, mail.id]);
		else if (delivery.outcome === "refused" || isTooOld) {
			sql.run(GIVEN_UP, [at, delivery.reason, mail.id]);
		} else sql.run(PUT_OFF, [sqlTime(retryAt(now, mail.attempts)), delivery.reason, mail.id]);
	});
}

const SENT = `UPDATE OutboxMail SET leasedUntil = NULL, sentAt = ?, messageId = ?, lastError = NULL
	WHERE id = ?`;
const GIVEN_UP = `UPDATE OutboxMail SET leasedUntil = NULL, failedAt = ?, lastError = ?
	WHERE id = ?`;
const PUT_OFF = `UPDATE OutboxMail SET leasedUntil = NULL, nextAt = ?, lastError = ?
	WHERE id = ?`;

function retryAt(now: Date, attempts: number): Date {
	return later(now, Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS));
}

async function deliverSealed({ id, recipient, subject, sealedBody }: Leased) {
	let body: Body;
	try {
		body = JSON.parse(unseal(SEAL, sealedBody)) as Body;
	} catch {
		return { outcome: "refused" as const, reason: "The body can't be opened with this secret." };
	}
	const mail: Mail = { id, to: recipient, subject, ...body };
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

/** Whether there is mail that was never tried, or that is being sent. */
export function isMailWaiting(): boolean {
	return readRows(WAITING, []).length > 0;
}

const WAITING = `SELECT 1 FROM OutboxMail
	WHERE sentAt IS NULL AND failedAt IS NULL AND (attempts = 0 OR leasedUntil IS NOT NULL) LIMIT 1`;

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

/** Starts the worker that empties the outbox. The answer stops it once the mails that it is at are done. */
export function startOutboxWorker(onError: (error: unknown) => void): () => Promise<void> {
	return startWorker(POLL_MS, sendDueMail, onError);
}
