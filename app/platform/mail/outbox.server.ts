import { clock } from "#app/platform/clock.server.ts";
import { seal, unseal } from "#app/platform/crypto/seal.server.ts";
import type { SealedTable } from "#app/platform/crypto/seal-anew.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import { db, plain, readRow, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { deleteInBites } from "#app/platform/db/delete-in-bites.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob, type Job, type JobKind, type Outcome } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import type { Email } from "./email.ts";
import { deliver } from "./mail.server.ts";
import type { Delivery, Mail, Stream } from "./mail.ts";
import { withoutAddresses } from "./mail-event.ts";
import { messageIdOf } from "./message-id.server.ts";
import { logNotSent } from "./not-sent.server.ts";
import { ADD, DROP, DROP_WAITING, TRIED, WAITING } from "./outbox.sql.ts";
import { markUndeliverable, readUndeliverable } from "./undeliverable.sql.ts";

const SEAL = "outbox";
/** A mail that can't be sent for so long is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
const KEEP_MS = 30 * DAY_MS;

/** Sends one mail of the outbox's transactional stream. */
export const mailJob: JobKind = {
	name: "mail",
	atOnce: 5,
	longestRetryMs: 6 * HOUR_MS,
	async run(job) {
		const mail = readRow<Waiting>(WAITING, [job.key]);
		return mail ? sendMail(job, mail) : { next: "done" };
	},
};

/** How long a mail is held before it is judged again. */
const HOLD_MS = HOUR_MS;

/** What the sender of a mail to many says of it, by its dedupe key. */
type Sender = {
	/** Says just before the mail leaves whether it may, must wait, or is wanted no more. */
	judge: (dedupeKey: string) => Promise<"send" | "hold" | "drop">;
	/** Notes, in the mail's transaction, that its mailbox takes no mail any more. */
	stop: (tx: Transaction, dedupeKey: string) => void;
};

/**
 * Returns the job that sends one mail that many get. It has places of its own, so that no other mail
 * waits for it. A mail that is held for three days is dropped.
 */
export function broadcastJob({ judge, stop }: Sender): JobKind {
	return {
		...mailJob,
		name: JOB_NAMES.broadcast,
		atOnce: 2,
		async run(job) {
			const mail = readRow<Waiting>(WAITING, [job.key]);
			if (!mail) return { next: "done" };
			const verdict = await judge(mail.dedupeKey);
			if (verdict === "send") return sendMail(job, mail, (tx) => stop(tx, mail.dedupeKey));
			if (verdict === "hold" && !isTooOld(mail)) return { next: later(clock.now(), HOLD_MS) };
			return { next: "done", store: (tx) => plain(tx).run(DROP, [mail.id]) };
		},
	};
}

/** The name of each stream's job. */
export const JOB_NAMES: Record<Stream, string> = {
	transactional: mailJob.name,
	broadcast: "broadcast",
};

/** Keep programs from replying to a program: RFC 3834, and the header that Exchange knows. */
const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Why a mail is not sent that nobody asked for. It tells nothing of other people's mail. */
const TAKES_NO_MAIL =
	"Not sent: earlier mail to this mailbox came back, or its holder called it spam.";

type Body = Pick<Mail, "text" | "html" | "replyTo" | "headers" | "app" | "reactivates"> & {
	isAskedFor?: boolean;
};
type Outgoing = {
	dedupeKey: string;
	kind: string;
	to: string;
	email: Email;
	/** The submission whose conversation the mail is part of. */
	thread?: string;
	/** The address for replies; support's by default. */
	replyTo?: string;
	/** Transactional by default. */
	stream?: Stream;
	/** Further headers, in ASCII. */
	headers?: Record<string, string>;
	/** A person wrote this mail to its recipient, so that an automatic reply is welcome. */
	isPersonal?: boolean;
	/** Somebody asked for this mail, so it is sent even where earlier mail came back. */
	isAskedFor?: boolean;
	reactivates?: boolean;
};

/**
 * Puts a mail into the outbox, within the transaction that causes it. A second mail with the same
 * `dedupeKey` is dropped. A worker sends the mail once the transaction is stored, after every
 * earlier mail of its `thread`. Throws when a header holds a line break.
 */
export async function enqueueMail(tx: Transaction, outgoing: Outgoing): Promise<void> {
	const { dedupeKey, kind, to, thread = null, stream = "transactional" } = outgoing;
	const { headers = {}, isPersonal = false, isAskedFor, reactivates } = outgoing;
	const { text, html, subject, app } = outgoing.email;
	const id = createUuid();
	// An accidental reply reaches a person, though each letter says where to write instead.
	const body: Body = {
		...{ text, html, app, isAskedFor, reactivates },
		replyTo: outgoing.replyTo ?? env.supportEmail,
		headers: requireHeaders({
			...{ "Message-ID": messageIdOf(id), ...(!isPersonal && AUTOMATIC) },
			...headers,
		}),
	};
	const sealed = seal(SEAL, JSON.stringify(body));
	const at = sqlTime(clock.now());
	const values = [id, dedupeKey, kind, to, thread, subject, stream, sealed, at];
	if (plain(tx).run(ADD, values) > 0) enqueueSending(tx, { id, thread, stream });
}

/** Plans the sending of a mail of the outbox, as soon as the caller's transaction is stored. */
export function enqueueSending(
	tx: Transaction,
	{ id, thread, stream }: { id: string; thread: string | null; stream: string },
): void {
	enqueueJob(tx, { name: JOB_NAMES[stream as Stream] }, { key: id, group: thread });
}

/** Returns the headers. Throws when one holds a line break, or anything else that isn't ASCII. */
function requireHeaders(headers: Record<string, string>): Record<string, string> {
	for (const [name, value] of Object.entries(headers)) {
		if (!/^[\x20-\x7e]+$/.test(value)) throw new Error(`The header ${name} can't be sent`);
	}
	return headers;
}

/** A mail that was neither sent nor given up. `createdAt` is a text, see `sqlTime`. */
type Waiting = Omit<Mail, keyof Body> & {
	dedupeKey: string;
	sealedBody: Uint8Array;
	createdAt: string;
};

function isTooOld({ createdAt }: Waiting): boolean {
	return clock.now().getTime() - new Date(createdAt).getTime() >= GIVE_UP_MS;
}

async function sendMail(
	{ key, attempts }: Job,
	mail: Waiting,
	stop?: (tx: Transaction) => void,
): Promise<Outcome> {
	const delivery = await deliverSealed(mail);
	const at = sqlTime(clock.now());
	const isSent = delivery.outcome === "sent";
	const isGivenUp = delivery.outcome === "refused" || (!isSent && isTooOld(mail));
	const isInactive = delivery.outcome === "refused" && delivery.isInactive;
	// A broadcast stream has a list of its own of those who want none of its mail.
	const isNews = isInactive && !delivery.isKnown && mail.stream === "transactional";
	const result = isSent
		? [at, delivery.messageId, null, null]
		: [null, null, isGivenUp ? at : null, delivery.reason];
	if (!isSent) logNotSent(mail, { attempts, isGivenUp, reason: delivery.reason });
	return {
		next: isSent || isGivenUp ? "done" : "retry",
		store: (tx) => {
			plain(tx).run(TRIED, [attempts, ...result, key]);
			if (isNews) noteInactive(tx, mail.to, delivery.reason);
			if (isInactive) stop?.(tx);
		},
	};
}

function noteInactive(tx: Transaction, email: string, reason: string): void {
	markUndeliverable(tx, email, { kind: "bounce", reason: withoutAddresses(reason) });
}

/** `isKnown`: we knew that the mailbox takes no mail, and did not try. */
type Tried = Delivery & { isKnown?: true };

async function deliverSealed({ sealedBody, ...mail }: Waiting): Promise<Tried> {
	let body: Body;
	try {
		body = JSON.parse(unseal(SEAL, sealedBody)) as Body;
	} catch {
		return { outcome: "refused", reason: "The body can't be opened with this secret." };
	}
	const { isAskedFor, ...parts } = body;
	if (!isAskedFor && readUndeliverable(mail.to)) {
		return { outcome: "refused", reason: TAKES_NO_MAIL, isInactive: true, isKnown: true };
	}
	return deliver({ ...mail, ...parts });
}

/**
 * Drops the waiting mails of an account that is being closed: those of its conversations, and those
 * to its own address.
 */
export function dropWaitingMail(
	tx: Transaction,
	{ userId, email }: { userId: string; email: string },
): void {
	plain(tx).run(DROP_WAITING, [email, userId]);
}

/** Removes mails that are older than 30 days. Returns how many. */
export function forgetOldMail(): Promise<number> {
	const where = { createdAt: { lt: later(clock.now(), -KEEP_MS) } };
	return deleteInBites((tx, limit) => tx.outboxMail.deleteMany({ where, limit }));
}

/** The mails that are yet to be sent, or to be sent again, for the job that seals them anew. */
export const sealedMails: SealedTable = {
	purpose: SEAL,
	list: ({ where, range }) =>
		db.outboxMail.findMany({
			where: { ...where, sentAt: null },
			...range,
			select: { id: true, sealedBody: true },
		}),
	store: (id, sealedBody) =>
		transaction((tx) => tx.outboxMail.updateMany({ where: { id }, data: { sealedBody } })),
};

/** Returns the newest 100 mails, without their bodies. */
export function listMail() {
	return db.outboxMail.findMany({
		orderBy: { id: "desc" },
		take: 100,
		select: { id: true, recipient: true, subject: true, createdAt: true, sentAt: true },
	});
}

/** Returns one mail with its body; null when there is none. */
export async function findMail(id: string) {
	const row = await db.outboxMail.findUnique({ where: { id } });
	if (!row) return null;
	const body = JSON.parse(unseal(SEAL, row.sealedBody)) as Body;
	const { recipient: to, subject, stream, createdAt } = row;
	return { id, to, subject, stream, createdAt, ...body };
}
