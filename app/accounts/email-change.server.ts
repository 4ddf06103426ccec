import { renameAddress } from "#app/admin/audit.sql.ts";
import { rereadAt } from "#app/billing/subscription.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { clearUndeliverable, readUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { limitAskedMail } from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later, MINUTE_MS } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import { createEmailLink, readEmailLink, spendEmailLinks } from "./email-link.server.ts";
import {
	addressInUse,
	changeEmail,
	emailChangeAsked,
	emailChanged,
	proveAddress,
} from "./emails/change-email.ts";
import { type ProvedPassword, provePassword } from "./passwords/password.server.ts";

/** A second request for the same address within this time is a double click. */
const PAUSE_MS = MINUTE_MS;
/** How many changes an account may ask for. */
const EMAIL_CHANGES: RefusingLimit = {
	name: "e-mail change",
	most: 5,
	windowMs: HOUR_MS,
	sentence: (wait) =>
		`You have asked for 5 changes within the hour. Please open the newest mail, or try again in ${wait}.`,
	field: "email",
};

/**
 * The state of a link to change an address. `own`: the account has the address, and the link is to
 * prove it. `done`: it was used, and the account has the address now, to which mail goes.
 */
export type EmailChangeState = "valid" | "own" | "done" | "used" | "expired" | "taken" | "unknown";

/**
 * Mails a link to the new address and a notice to the present one. If the new address has an
 * account, its holder gets a notice instead, and the caller can't tell. Throws Refusal and TooMany
 * for their fields, and PasswordsBusyError.
 */
export async function requestEmailChange(
	access: UserAccess,
	{ email, current_password }: { email: string; current_password: string },
	clientAddress: string,
): Promise<void> {
	const proved = await provePassword(access, current_password);
	if (email === proved.email) {
		throw new Refusal("This is your address already. Please enter the new one.", {
			field: "email",
		});
	}
	await transaction((tx) => mailChange(tx, access, { email, proved, clientAddress }));
}

/** Returns a link's state and the address that it changes to. Changes nothing. */
export async function readEmailChange(
	token: string,
): Promise<{ state: EmailChangeState; newEmail: string | null }> {
	const link = await readEmailLink(db, token, "email");
	if (link.state === "unknown") return { state: "unknown", newEmail: null };
	const { newEmail, userId } = link;
	const holder = await holderOf(db, newEmail ?? "");
	if (link.state === "used") {
		// A newer link spends this one, too, and proves nothing before it is used.
		const isDone = newEmail !== null && holder === userId && !readUndeliverable(newEmail);
		return { state: isDone ? "done" : "used", newEmail };
	}
	if (link.state === "valid" && holder === userId) return { state: "own", newEmail };
	if (link.state === "valid" && holder !== null) return { state: "taken", newEmail };
	return { state: link.state, newEmail };
}

/**
 * Changes the address to the one that the link was mailed to, and notifies the earlier one, whose
 * links stop working. If the account has that address already, it is proved anew. Returns whether
 * the address was changed: not if the link is not valid or the address is taken.
 */
export async function confirmEmailChange(token: string): Promise<boolean> {
	const userId = await transaction(async (tx) => {
		const link = await readEmailLink(tx, token, "email");
		if (link.state !== "valid" || link.newEmail === null) return null;
		const { userId, newEmail } = link;
		const holder = await holderOf(tx, newEmail);
		if (holder === userId) {
			clearUndeliverable(tx, newEmail);
			await spendEmailLinks(tx, userId, ["email"]);
		}
		if (holder !== null) return null;
		const user = await tx.user.findUniqueOrThrow({
			where: { id: userId },
			select: { email: true, customer: { select: { id: true } } },
		});
		await tx.user.update({
			where: { id: userId },
			data: { email: newEmail, updatedAt: clock.now() },
		});
		clearUndeliverable(tx, newEmail);
		// The deletion of the account knows its newest address alone.
		renameAddress(tx, { userId, email: user.email }, newEmail);
		// The job that reads the subscription also gives Stripe the new address.
		if (user.customer) rereadAt(tx, user.customer.id);
		// This link is one of them.
		await spendEmailLinks(tx, userId, ["confirm", "reset", "email"]);
		await enqueueMail(tx, {
			dedupeKey: `email-changed ${crypto.randomUUID()}`,
			kind: "email-changed",
			to: user.email,
			email: emailChanged({ newEmail, supportEmail: env.supportEmail }),
		});
		return userId;
	});
	if (userId !== null) logEvent("address changed", { userId });
	return userId !== null;
}

/**
 * Mails a link to the account's own address, to prove that mail arrives again. Returns what to tell
 * the holder. Mails nothing where no mail has come back. Throws TooMany.
 */
export async function askForProof(
	{ userId, email }: UserAccess,
	clientAddress: string,
): Promise<string> {
	return transaction(async (tx) => {
		if (!readUndeliverable(email)) return `Mail goes to ${email} again.`;
		const told = `The link is on its way to ${email}.`;
		if (await isAskedAgain(tx, userId, email)) return told;
		enforceLimit(tx, { ...EMAIL_CHANGES, field: undefined }, userId);
		limitAskedMail(tx, clientAddress, email);
		await spendEmailLinks(tx, userId, ["email"]);
		const token = await createEmailLink(tx, userId, "email", { newEmail: email });
		await enqueueMail(tx, {
			dedupeKey: `prove-address ${crypto.randomUUID()}`,
			kind: "prove-address",
			to: email,
			isAskedFor: true,
			reactivates: true,
			email: proveAddress({ url: `${env.appUrl}${paths.auth.email}?token=${token}` }),
		});
		return told;
	});
}

async function mailChange(
	tx: Transaction,
	access: UserAccess,
	{
		email,
		proved,
		clientAddress,
	}: { email: string; proved: ProvedPassword; clientAddress: string },
): Promise<void> {
	const { userId } = access;
	await tx.user.findFirstOrThrow({
		where: { id: userId, deletedAt: null },
		select: { id: true },
	});
	if (await isAskedAgain(tx, userId, email)) return;
	enforceLimit(tx, EMAIL_CHANGES, userId);
	limitAskedMail(tx, clientAddress, email);
	// Only the newest link is valid.
	await spendEmailLinks(tx, userId, ["email"]);
	const token = await createEmailLink(tx, userId, "email", { newEmail: email });
	const isTaken = (await holderOf(tx, email)) !== null;
	await enqueueMail(tx, {
		dedupeKey: `change-email ${crypto.randomUUID()}`,
		kind: isTaken ? "address-in-use" : "change-email",
		to: email,
		isAskedFor: true,
		email: isTaken
			? addressInUse({ url: `${env.appUrl}${paths.auth.signIn}` })
			: changeEmail({ url: `${env.appUrl}${paths.auth.email}?token=${token}` }),
	});
	await enqueueMail(tx, {
		dedupeKey: `email-change-asked ${crypto.randomUUID()}`,
		kind: "email-change-asked",
		to: proved.email,
		email: emailChangeAsked({ newEmail: email, url: `${env.appUrl}${paths.auth.forgot}` }),
	});
}

/** Returns whether the link was asked for within the last minute, as by a double click. */
async function isAskedAgain(tx: Transaction, userId: string, newEmail: string): Promise<boolean> {
	const createdAt = { gt: later(clock.now(), -PAUSE_MS) };
	const where = { userId, purpose: "email", newEmail, usedAt: null, createdAt };
	return (await tx.emailLink.findFirst({ where })) !== null;
}

async function holderOf(tx: Transaction, email: string): Promise<string | null> {
	const user = await tx.user.findUnique({ where: { email }, select: { id: true } });
	return user?.id ?? null;
}
