import type { UserAccess } from "#app/accounts/access.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob, type Job, type JobKind, type Outcome } from "#app/platform/jobs/job.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { updateCustomerEmail } from "#app/platform/stripe/customer.server.ts";
import { CustomerGone, PaymentsUnavailable } from "#app/platform/stripe/errors.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { planEnded } from "./emails/plan-ended.ts";
import { planFrom, planOfSubscription } from "./plan.server.ts";
import { rankOf } from "./plan.ts";
import {
	givesPlan,
	readSubscription,
	type StripeSubscription,
} from "./stripe/subscription.server.ts";

/** A POST uses a copy younger than this without reading it again (product.md, rule 22). */
const FRESH_MS = 5 * MINUTE_MS;
/** Even without events, a copy that gives a plan is renewed well before COPY_LIFE_MS is over. */
const RENEW_LIVE_MS = 6 * HOUR_MS;
const RENEW_MS = 7 * DAY_MS;

/** Reads a customer's subscription again, soon after an event and when its copy grows old. */
export const rereadJob: JobKind = {
	name: "reread-subscription",
	firstRetryMs: 15 * SECOND_MS,
	farthestMs: RENEW_MS,
	run: reread,
};

/**
 * Reads the account's subscription from Stripe again, whatever the copy's age. Returns false when
 * Stripe is unavailable, and true for an account without a customer at Stripe.
 */
export async function refreshSubscription(access: UserAccess): Promise<boolean> {
	return refreshUnlessYounger(access, 0);
}

/**
 * Reads the account's subscription again if the copy is older than 5 minutes. Call it before a
 * write that depends on the plan. The old copy stays when Stripe is unavailable.
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
 * Reads a customer's subscription from Stripe, stores the copy and returns the subscription. A
 * reading that began before the stored one is not stored. Throws PaymentsUnavailable.
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

/**
 * Stores a reading that began at `beganAt`. Mails the owner if it ends a plan, unless the plan that
 * an administrator gave is as good.
 */
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
	// A stored time in the future comes from a wrong clock, and must not block newer readings.
	const isOvertaken =
		customer?.readAt && customer.readAt > beganAt && customer.readAt <= clock.now();
	if (!customer || isOvertaken) return;
	if (subscription) {
		await tx.subscription.upsert({
			where: { customerId },
			update: subscription,
			create: { customerId, ...subscription },
		});
	} else {
		await tx.subscription.deleteMany({ where: { customerId } });
	}
	await tx.customer.update({ where: { id: customerId }, data: { readAt: beganAt } });
	rereadAt(tx, customerId, renewalOf(subscription, beganAt));
	const ended = endedPlan(customer.subscription, subscription);
	if (!ended) return;
	const { grantedPlan } = customer.user;
	const { id: givenId } = planFrom({ grantedPlan, customer: null });
	if (rankOf(givenId) >= rankOf(ended.id)) return;
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

/** Returns the paid plan that ended between the two copies, or null. */
function endedPlan(before: Copy, after: Copy) {
	const plan = planOfSubscription(before);
	return plan.id !== "free" && planOfSubscription(after).id === "free" ? plan : null;
}

/** An event that arrives during the run makes the job run once more. */
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

/** When to renew a copy whose reading began at `beganAt`. */
function renewalOf(subscription: StripeSubscription | null, beganAt: Date): Date {
	const isLive = subscription !== null && givesPlan(subscription.status);
	return later(beganAt, isLive ? RENEW_LIVE_MS : RENEW_MS);
}

/** Updates the e-mail address at Stripe after a change, because receipts go there. */
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
		// The customer was deleted at Stripe. The next checkout creates one with the present address.
		if (!(error instanceof CustomerGone)) throw error;
	}
	await transaction((tx) => tx.customer.updateMany({ where: { id: customerId }, data: { email } }));
}

/** Schedules a reading of the customer's subscription in the caller's transaction. */
export function rereadAt(tx: Transaction, customerId: string, dueAt = clock.now()): void {
	enqueueJob(tx, rereadJob, { key: customerId, dueAt });
}
