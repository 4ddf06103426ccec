import type { UserAccess } from "#app/accounts/access.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueJob, type Job, type JobKind, type Outcome } from "#app/platform/jobs/job.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { updateCustomerEmail } from "#app/platform/stripe/customer.server.ts";
import { CustomerGone, PaymentsUnavailable } from "#app/platform/stripe/errors.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { planEnded } from "./emails/plan-ended.ts";
import { planOfSubscription } from "./plan.server.ts";
import {
	givesPlan,
	readSubscription,
	type StripeSubscription,
} from "./stripe/subscription.server.ts";

/** A copy younger than this is used by a POST as it is (decision 22). */
const FRESH_MS = 5 * MINUTE_MS;
/** Without an event, a copy that gives a plan is renewed long before it is too old to be believed. */
const RENEW_LIVE_MS = 6 * HOUR_MS;
const RENEW_MS = 7 * DAY_MS;

/** Reads a customer's subscription again: soon after an event, and whenever its copy grows old. */
export const rereadJob: JobKind = {
	name: "reread-subscription",
	firstRetryMs: 15 * SECOND_MS,
	farthestMs: RENEW_MS,
	run: reread,
};

/**
 * Reads the account's subscription from Stripe again, whatever the age of the copy. Answers whether
 * that went well; with no customer at Stripe there is nothing to read, and it did.
 */
export async function refreshSubscription(access: UserAccess): Promise<boolean> {
	return refreshUnlessYounger(access, 0);
}

/**
 * Reads the account's subscription again where the copy is older than 5 minutes, before a verb that
 * depends on the plan. Where Stripe can't be asked, the copy has to do.
 */
export async function freshenSubscription(access: Pick<UserAccess, "userId">): Promise<void> {
	await refreshUnlessYounger(access, FRESH_MS);
}

async function refreshUnlessYounger(
	access: Pick<UserAccess, "userId">,
	ageMs: number,
): Promise<boolean> {
	const customer = await db.customer.findUnique({
		where: { userId: access.userId },
		select: { id: true, readAt: true },
	});
	if (!customer) return true;
	const now = clock.now();
	if (customer.readAt && customer.readAt > later(now, -ageMs) && customer.readAt <= now) {
		return true;
	}
	try {
		await copySubscription(customer.id, { brief: true });
		return true;
	} catch (error) {
		if (error instanceof PaymentsUnavailable) return false;
		throw error;
	}
}

/**
 * Copies what Stripe says of a customer's subscription now, and answers it. A reading that began
 * before the one that the copy is of changes nothing. Throws PaymentsUnavailable.
 */
export async function copySubscription(
	customerId: string,
	options: { brief?: boolean } = {},
): Promise<StripeSubscription | null> {
	const beganAt = clock.now();
	const subscription = await readSubscription(customerId, options);
	await transaction((tx) => storeCopy(tx, customerId, subscription, beganAt));
	return subscription;
}

/** Stores a reading that began at `beganAt`, and mails the owner when it ends a plan. */
export async function storeCopy(
	tx: Transaction,
	customerId: string,
	subscription: StripeSubscription | null,
	beganAt: Date,
): Promise<void> {
	const customer = await tx.customer.findUnique({
		where: { id: customerId },
		select: {
			readAt: true,
			subscription: true,
			user: { select: { email: true, grantedPlan: true } },
		},
	});
	// A reading from the future was made while the clock went wrong, and holds up nothing.
	const isOvertaken =
		customer?.readAt && customer.readAt > beganAt && customer.readAt <= clock.now();
	if (!customer || isOvertaken) return;
	if (subscription) {
		const { id, status, itemId, priceId, currentPeriodEnd, cancelAt } = subscription;
		const copy = { id, status, itemId, priceId, currentPeriodEnd, cancelAt };
		await tx.subscription.upsert({
			where: { customerId },
			update: copy,
			create: { customerId, ...copy },
		});
	} else {
		await tx.subscription.deleteMany({ where: { customerId } });
	}
	await tx.customer.update({ where: { id: customerId }, data: { readAt: beganAt } });
	rereadAt(tx, customerId, renewalOf(subscription, beganAt));
	const ended = endedPlan(customer.subscription, subscription);
	if (!ended || customer.user.grantedPlan) return;
	await enqueueMail(tx, {
		dedupeKey: `plan-ended ${customerId} ${beganAt.toISOString()}`,
		kind: "plan-ended",
		to: customer.user.email,
		email: planEnded({
			planName: ended.name,
			hadForms: ended.hasForms,
			url: `${env.appUrl}${paths.billing.upgrade}`,
		}),
	});
}

type Copy = { status: string; priceId: string } | null;

/** The paid plan that the copy before gave and the one after doesn't, or null. */
function endedPlan(before: Copy, after: Copy) {
	const plan = planOfSubscription(before);
	return plan.id !== "free" && planOfSubscription(after).id === "free" ? plan : null;
}

/** An event that comes meanwhile, and may tell of something newer, has it read once more. */
async function reread({ key }: Job): Promise<Outcome> {
	const beganAt = clock.now();
	try {
		const subscription = await copySubscription(key);
		await copyEmail(key);
		return { next: renewalOf(subscription, beganAt) };
	} catch (error) {
		if (error instanceof PaymentsUnavailable) return { next: "retry" };
		throw error;
	}
}

/** When a copy of a reading that began at `beganAt` grows old. */
function renewalOf(subscription: StripeSubscription | null, beganAt: Date): Date {
	const isLive = subscription !== null && givesPlan(subscription.status);
	return later(beganAt, isLive ? RENEW_LIVE_MS : RENEW_MS);
}

/** Tells Stripe the account's address where it has an earlier one: receipts go there. */
async function copyEmail(customerId: string): Promise<void> {
	const customer = await db.customer.findUnique({
		where: { id: customerId },
		select: { email: true, user: { select: { email: true, deletedAt: true } } },
	});
	if (!customer || customer.user.deletedAt || customer.email === customer.user.email) return;
	const { email } = customer.user;
	try {
		await updateCustomerEmail(customerId, email);
	} catch (error) {
		// Deleted at Stripe: the next checkout makes another, with the present address.
		if (!(error instanceof CustomerGone)) throw error;
	}
	await transaction((tx) => tx.customer.updateMany({ where: { id: customerId }, data: { email } }));
}

/** Has a customer's subscription read again by a moment, or now, within the caller's transaction. */
export function rereadAt(tx: Transaction, customerId: string, dueAt = clock.now()): void {
	enqueueJob(tx, rereadJob, { key: customerId, dueAt });
}
