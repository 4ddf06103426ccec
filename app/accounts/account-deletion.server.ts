import { keepAlias, SITE_SCOPE } from "#app/addresses/alias.server.ts";
import { forgetAddress } from "#app/admin/audit.sql.ts";
import { closeBilling } from "#app/billing/checkout.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { seal, unseal } from "#app/platform/crypto/seal.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob } from "#app/platform/jobs/job.server.ts";
import { logError } from "#app/platform/log.server.ts";
import { dropWaitingMail, enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { isLastSuperAdmin, type UserAccess } from "./access.server.ts";
import { eraseAccount, eraseAccountJob } from "./account-erasure.server.ts";
import { accountDeleted } from "./emails/account-deleted.ts";
import { provePassword } from "./passwords/password.server.ts";
import { forgiveAccount } from "./sign-in-throttle.server.ts";

const RECEIPT = "account deletion";
/** Batches erased before the response: all of a small account, the beginning of a large one. */
const BATCHES_AT_ONCE = 20;
const BILLING_TRIES = 3;

/**
 * Deletes one's own account. First the subscription is cancelled, then one transaction ends every
 * session and closes every page, then the rows are erased, the rest of them in the background.
 * Deleting a deleted account does nothing. Throws Refusal and deletes nothing when the password is
 * wrong (as provePassword does), when nobody else is a super admin or the plan is being changed
 * (409), or when Stripe can't be reached (503).
 */
export async function deleteAccount(
	access: UserAccess,
	{ current_password }: { current_password: string },
): Promise<void> {
	try {
		await provePassword(access, current_password);
	} catch (error) {
		if (error instanceof Refusal && (await isClosed(access.userId))) return;
		throw error;
	}
	await closeWithBilling(access);
	try {
		await eraseAccount(access.userId, BATCHES_AT_ONCE);
	} catch (error) {
		// The account is closed, and the background job erases the rest.
		logError(error);
	}
}

/** Returns a hidden field's value that identifies a second click, which comes without a session. */
export function deletionReceipt({ userId }: UserAccess): string {
	return Buffer.from(seal(RECEIPT, userId)).toString("base64url");
}

/** Whether the account that a receipt names was deleted. */
export async function wasDeleted(receipt: string): Promise<boolean> {
	try {
		return await isClosed(unseal(RECEIPT, Buffer.from(receipt, "base64url")));
	} catch {
		return false;
	}
}

async function isClosed(userId: string): Promise<boolean> {
	return (await db.user.count({ where: { id: userId, deletedAt: null } })) === 0;
}

/** Closes billing, then the account. Retries both if another tab opens a plan in between. */
async function closeWithBilling(access: UserAccess): Promise<void> {
	for (let tries = 0; tries < BILLING_TRIES; tries += 1) {
		// Checked before a subscription is cancelled; closeAccount checks again in its transaction.
		await refuseLastSuperAdmin(db, access.userId);
		await closeBilling(access);
		if (await transaction((tx) => closeAccount(tx, access))) return;
	}
	throw new Refusal(
		"Your plan is being changed in another window, so nothing was deleted. Please close it and try again.",
		{ status: 409 },
	);
}

/** Throws Refusal for the last super admin: nobody would be left who may give roles. */
async function refuseLastSuperAdmin(tx: Transaction, userId: string): Promise<void> {
	if (!(await isLastSuperAdmin(tx, userId))) return;
	throw new Refusal(
		"You are the last super admin, so nothing was deleted. Please make another account a super admin first, under Users in the admin area.",
		{ status: 409 },
	);
}

/** Returns false, and changes nothing, while the account is a customer at Stripe. */
async function closeAccount(tx: Transaction, { userId }: UserAccess): Promise<boolean> {
	const user = await tx.user.findUnique({
		where: { id: userId, deletedAt: null },
		select: { email: true, accountName: true, customer: { select: { id: true } } },
	});
	if (!user) return true;
	if (user.customer) return false;
	await refuseLastSuperAdmin(tx, userId);
	if (user.accountName !== null) {
		await keepAlias(tx, "account", SITE_SCOPE, { id: userId, slug: user.accountName });
	}
	const now = clock.now();
	await tx.user.update({
		where: { id: userId },
		data: {
			// This frees the address for a new account, and no password matches an empty hash.
			email: `deleted~${userId}`,
			passwordHash: "",
			accountName: null,
			adminRole: null,
			grantedPlan: null,
			fullName: "",
			company: "",
			deletedAt: now,
			updatedAt: now,
		},
	});
	await tx.session.deleteMany({ where: { userId } });
	await tx.emailLink.deleteMany({ where: { userId } });
	forgiveAccount(tx, user.email);
	dropWaitingMail(tx, { userId, email: user.email });
	forgetAddress(tx, { userId, email: user.email });
	enqueueJob(tx, eraseAccountJob, { key: userId });
	await enqueueMail(tx, {
		dedupeKey: `account-deleted ${userId}`,
		kind: "account-deleted",
		to: user.email,
		email: accountDeleted({ supportEmail: env.supportEmail }),
	});
	return true;
}
