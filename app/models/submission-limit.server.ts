import type { Transaction } from "~/lib/db.server";
import { Refusal } from "~/lib/refusal";
import { keyedHash } from "~/lib/seal.server";
import { HOUR_MS, later } from "~/lib/time";
import { clock } from "~/services/clock.server";

/** Submissions of one visitor's address in an hour, over all forms (visitor, section 5). */
export const PER_EMAIL = 3;
/** Submissions from one client address in an hour (decision 34). */
export const PER_CLIENT = 60;
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
	const createdAt = { gt: later(clock.now(), -WINDOW_MS) };
	const oldestFirst = { orderBy: { createdAt: "asc" }, select: { createdAt: true } } as const;
	const byEmail = await tx.submission.findMany({ where: { email, createdAt }, ...oldestFirst });
	refuseAt(PER_EMAIL, byEmail);
	const client = { clientKey: clientKey(clientAddress), createdAt };
	refuseAt(PER_CLIENT, await tx.submission.findMany({ where: client, ...oldestFirst }));
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
	const createdAt = { gt: later(clock.now(), -WINDOW_MS) };
	const mails = await tx.unsolicitedMail.findMany({
		where: { emailKey: mailboxKey(email), createdAt },
		orderBy: { createdAt: "asc" },
		select: { createdAt: true },
	});
	refuseAt(PER_MAILBOX, mails);
}

/** Counts a mail that nobody with an account asked for. */
export async function countUnsolicitedMail(tx: Transaction, email: string): Promise<void> {
	await tx.unsolicitedMail.create({
		data: { emailKey: mailboxKey(email), createdAt: clock.now() },
	});
}

function refuseAt(limit: number, rows: { createdAt: Date }[]): void {
	const leaving = rows[rows.length - limit];
	if (leaving) {
		throw new TooManySubmissions(leaving.createdAt.getTime() + WINDOW_MS - clock.now().getTime());
	}
}
