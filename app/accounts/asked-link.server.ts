import { paths } from "#app/paths.ts";
import { openToken, sealToken } from "#app/platform/crypto/seal.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob, type JobKind } from "#app/platform/jobs/job.server.ts";
import {
	countUse,
	enforceLimit,
	type Limit,
	type RefusingLimit,
} from "#app/platform/limits/limits.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import { limitAskedMail } from "#app/platform/mail/unsolicited.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { createEmailLink } from "./email-link.server.ts";
import { confirmEmail } from "./emails/confirm-email.ts";
import { resetPassword } from "./emails/reset-password.ts";

/** How often one client address may sign up, ask for a new link or for a new password. */
const ASKED_BY_CLIENT: RefusingLimit = {
	name: "asked link client",
	most: env.askedLinksPerHour,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`Your network has asked for too many mails within the hour. Please try again in ${wait}.`,
};
/** A second link within the minute is a double click, or would flood somebody's mailbox. */
const ASKED_AGAIN: Limit = { name: "asked link", most: 1, windowMs: MINUTE_MS };
const SEAL = "asked link";

const LINKS = {
	confirm: { kind: "confirm-email", page: paths.auth.confirm, letter: confirmEmail },
	reset: { kind: "reset-password", page: paths.auth.reset, letter: resetPassword },
};

type Asked = { purpose: keyof typeof LINKS; email: string; returnTo: string | null };
type Asker = { clientAddress: string; returnTo?: string | null };

/**
 * Mails a new confirmation link, which leads to `returnTo`, if the address awaits one. The caller
 * can't tell. Throws TooMany.
 */
export function requestConfirmation(email: string, asker: Asker): Promise<void> {
	return askForLink("confirm", email, asker);
}

/** Mails a link for a new password if the address has a confirmed account. As above. */
export function requestPasswordReset(email: string, asker: Asker): Promise<void> {
	return askForLink("reset", email, asker);
}

/** A job looks for the account after the response, which says and takes the same for every address. */
async function askForLink(purpose: Asked["purpose"], email: string, asker: Asker): Promise<void> {
	const { clientAddress, returnTo = null } = asker;
	await transaction(async (tx) => {
		limitClient(tx, clientAddress);
		if (countAsked(tx, purpose, email)) return;
		limitAskedMail(tx, clientAddress, email);
		const asked: Asked = { purpose, email, returnTo };
		enqueueJob(tx, askedLinkJob, { key: sealToken(SEAL, asked) });
	});
}

/** Mails a link that somebody asked for, unless no account awaits it. */
export const askedLinkJob: JobKind = {
	name: "asked-link",
	async run({ key }) {
		const asked = openToken<Asked>(SEAL, key);
		if (asked) await transaction((tx) => mailAskedLink(tx, asked));
		return { next: "done" };
	},
};

async function mailAskedLink(tx: Transaction, { purpose, email, returnTo }: Asked): Promise<void> {
	const emailConfirmedAt = purpose === "reset" ? { not: null } : null;
	const user = await tx.user.findUnique({ where: { email, emailConfirmedAt } });
	if (user) await mailLink(tx, purpose, user, returnTo);
}

/** Counts a request of a client address for a mail, in the caller's transaction. Throws TooMany. */
export function limitClient(tx: Transaction, clientAddress: string): void {
	enforceLimit(tx, ASKED_BY_CLIENT, clientAddress);
}

/** Counts a request for a link in the caller's transaction. Returns whether it is a repetition. */
export function countAsked(tx: Transaction, purpose: Asked["purpose"], email: string): boolean {
	return countUse(tx, ASKED_AGAIN, `${purpose} ${email}`) > 0;
}

/** Mails a link in the caller's transaction, unless its mailbox wants no mail from us. */
export async function mailLink(
	tx: Transaction,
	purpose: Asked["purpose"],
	user: { id: string; email: string },
	returnTo: string | null = null,
): Promise<void> {
	if (isSuppressed(tx, user.email)) return;
	const { kind, page, letter } = LINKS[purpose];
	const token = await createEmailLink(tx, user.id, purpose, { returnTo });
	await enqueueMail(tx, {
		dedupeKey: `${kind} ${crypto.randomUUID()}`,
		kind,
		to: user.email,
		isAskedFor: true,
		email: letter({ url: `${env.appUrl}${page}?token=${token}` }),
	});
}
