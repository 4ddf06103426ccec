import type { UserAccess } from "#app/accounts/access.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startWorker } from "#app/platform/jobs/worker.server.ts";
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
/** How long a reading by the worker may take before another worker may try. */
const LEASE_MS = MINUTE_MS;
const FIRST_RETRY_MS = 15 * SECOND_MS;
const LONGEST_RETRY_MS = HOUR_MS;
const BATCH = 20;
const POLL_MS = SECOND_MS / 4;

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
			rereadAt: true,
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
	const isLive = subscription !== null && givesPlan(subscription.status);
	// An event that came while this reading was under way may tell of something newer.
	const isWaiting = customer.rereadAt >= beganAt && customer.rereadAt <= clock.now();
	await tx.customer.update({
		where: { id: customerId },
		data: {
			readAt: beganAt,
			failedReads: 0,
			...(!isWaiting && { rereadAt: later(beganAt, isLive ? RENEW_LIVE_MS : RENEW_MS) }),
		},
	});
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

/**
 * Reads every subscription that is due, until it is stopped, and answers how many it tried: those
 * that an event was about, and those whose copy grows old. Several workers may run.
 */
export async function copyDueSubscriptions(isStopped = () => false): Promise<number> {
	const now = clock.now();
	const old = await listCustomers({ lte: now });
	// Nothing is ever put off for longer than a renewal, but by a clock that went wrong. Asked for
	// apart: in one query, SQLite would walk every customer that is not due.
	const due = [...old, ...(await listCustomers({ gt: later(now, RENEW_MS) }))];
	let tried = 0;
	for (const { id, rereadAt, failedReads } of due) {
		if (isStopped()) break;
		const lease = later(clock.now(), LEASE_MS);
		const { count } = await transaction((tx) =>
			tx.customer.updateMany({ where: { id, rereadAt }, data: { rereadAt: lease } }),
		);
		if (count === 0) continue;
		tried += 1;
		try {
			await copySubscription(id);
			await copyEmail(id);
		} catch (error) {
			if (!(error instanceof PaymentsUnavailable)) throw error;
			await putOff(id, failedReads);
		}
	}
	return tried;
}

function listCustomers(rereadAt: { lte: Date } | { gt: Date }) {
	return db.customer.findMany({
		where: { rereadAt },
		orderBy: { rereadAt: "asc" },
		take: BATCH,
		select: { id: true, rereadAt: true, failedReads: true },
	});
}

async function putOff(customerId: string, failedReads: number): Promise<void> {
	const wait = Math.min(FIRST_RETRY_MS * 2 ** failedReads, LONGEST_RETRY_MS);
	await transaction((tx) =>
		tx.customer.updateMany({
			where: { id: customerId },
			data: { rereadAt: later(clock.now(), wait), failedReads: failedReads + 1 },
		}),
	);
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

/** Has the worker read a customer's subscription again soon, within the caller's transaction. */
export async function rereadSoon(
	tx: Transaction,
	where: { id: string } | { userId: string },
): Promise<void> {
	await tx.customer.updateMany({ where, data: { rereadAt: clock.now() } });
}

/** Starts the worker that keeps the copies true. The answer stops it. */
export function startSubscriptionWorker(onError: (error: unknown) => void): () => Promise<void> {
	return startWorker(POLL_MS, copyDueSubscriptions, onError);
}
