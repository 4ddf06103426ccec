import { clock } from "#app/platform/clock.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { createUuid } from "#app/platform/crypto/uuid.server.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";

/** Submissions of one visitor's address in an hour, over all forms (visitor, section 5). */
const PER_EMAIL = 3;
/** Submissions from one client address in an hour (decision 34). */
const PER_CLIENT = 60;
/** Mails that nobody with an account asked for, to one mailbox in an hour (decision 34). */
export const PER_MAILBOX = 10;
const WINDOW_MS = HOUR_MS;

/** Too many submissions for now: status 429, `retryAfterSeconds` for the header. */
export class TooManySubmissions extends Refusal {
	readonly retryAfterSeconds: number;

	constructor(retryAfterMs: number) {
		super("Too many submissions. Please wait before submitting again.", { status: 429 });
		this.retryAfterSeconds = Math.max(Math.ceil(retryAfterMs / 1000), 1);
	}
}

/** A keyed hash of the mailbox behind an address: without its +tag, in lower case. */
export function mailboxKey(email: string): string {
	return keyedHash("mailbox", email.toLowerCase().replace(/\+[^@]*(?=@)/, ""));
}

/** A keyed hash of a client's address. */
export function clientKey(clientAddress: string): string {
	return keyedHash("submission client", clientAddress);
}

/** Throws TooManySubmissions when this submission would be one too many. */
export async function refuseTooMany(
	tx: Transaction,
	{ email, clientAddress }: { email: string; clientAddress: string },
): Promise<void> {
	refuseAt(PER_EMAIL, timesOf(tx, "Submission WHERE email", email));
	refuseAt(PER_CLIENT, timesOf(tx, "Submission WHERE clientKey", clientKey(clientAddress)));
	await refuseTooManyMails(tx, email);
}

/** The same for the site's own support form, whose submissions are counted by themselves. */
export async function refuseTooManyToSupport(
	tx: Transaction,
	{ email, clientAddress }: { email: string; clientAddress: string },
): Promise<void> {
	const createdAt = { gt: later(clock.now(), -WINDOW_MS) };
	const oldestFirst = { orderBy: { createdAt: "asc" }, select: { createdAt: true } } as const;
	const byEmail = { where: { email, createdAt }, ...oldestFirst };
	refuseAt(PER_EMAIL, await tx.supportSubmission.findMany(byEmail));
	const byClient = {
		where: { clientKey: clientKey(clientAddress), createdAt },
		...oldestFirst,
	};
	refuseAt(PER_CLIENT, await tx.supportSubmission.findMany(byClient));
}

/**
 * Whether a mail that nobody with an account asked for may go to a mailbox now: its owner has not
 * asked to be left alone, and it has not had ten within the hour.
 */
export async function mayMailUnsolicited(tx: Transaction, email: string): Promise<boolean> {
	const emailKey = mailboxKey(email);
	if (await tx.suppressedAddress.findUnique({ where: { emailKey } })) return false;
	const createdAt = { gt: later(clock.now(), -WINDOW_MS) };
	return (await tx.unsolicitedMail.count({ where: { emailKey, createdAt } })) < PER_MAILBOX;
}

/** Throws TooManySubmissions when a mailbox got ten unsolicited mails within the hour. */
export async function refuseTooManyMails(tx: Transaction, email: string): Promise<void> {
	refuseAt(PER_MAILBOX, timesOf(tx, "UnsolicitedMail WHERE emailKey", mailboxKey(email)));
}

/** Counts a mail that nobody with an account asked for. */
export async function countUnsolicitedMail(tx: Transaction, email: string): Promise<void> {
	const values = [createUuid(), mailboxKey(email), sqlTime(clock.now())];
	plain(tx).run("INSERT INTO UnsolicitedMail (id, emailKey, createdAt) VALUES (?, ?, ?)", values);
}

type Counted =
	| "Submission WHERE email"
	| "Submission WHERE clientKey"
	| "UnsolicitedMail WHERE emailKey";

/** When something happened within the hour, the oldest first. */
function timesOf(tx: Transaction, counted: Counted, key: string): { createdAt: Date }[] {
	const since = sqlTime(later(clock.now(), -WINDOW_MS));
	return plain(tx)
		.rows<{ createdAt: string }>(
			`SELECT createdAt FROM ${counted} = ? AND createdAt > ? ORDER BY createdAt`,
			[key, since],
		)
		.map(({ createdAt }) => ({ createdAt: new Date(createdAt) }));
}

function refuseAt(limit: number, rows: { createdAt: Date }[]): void {
	const leaving = rows[rows.length - limit];
	if (leaving) {
		throw new TooManySubmissions(leaving.createdAt.getTime() + WINDOW_MS - clock.now().getTime());
	}
}
