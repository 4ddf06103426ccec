import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, isUniqueViolation, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { createCustomer, deleteCustomer } from "#app/platform/stripe/customer.server.ts";
import {
	CardDeclined,
	CustomerGone,
	PaymentsUnavailable,
} from "#app/platform/stripe/errors.server.ts";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import { type PaidPlanId, PLANS } from "./plan.ts";
import { planOfPrice } from "./prices.server.ts";
import {
	type Checkout,
	createCheckout,
	expireCheckout,
	readCheckout,
} from "./stripe/checkout.server.ts";
import { openPortal as openPortalAtStripe } from "./stripe/portal.server.ts";
import {
	changePlan as changePlanAtStripe,
	givesPlan,
	type StripeSubscription,
} from "./stripe/subscription.server.ts";
import { copySubscription, rereadAt, storeCopy } from "./subscription.server.ts";

/** Somebody may pay and never come back, and the webhook may be lost: read by then all the same. */
const REREAD_AFTER_CHECKOUT_MS = 15 * MINUTE_MS;

type Customer = { id: string; checkoutId: string | null };

/**
 * Where to go to get a plan: Stripe's page to pay at, or null when there is a subscription already,
 * which is changed instead (decision 23). At most one page is open for an account, so that two tabs
 * can't pay twice: the same plan gets the same page again, another plan closes it.
 * Throws Refusal: a payment is missing; another tab was quicker; Stripe can't be asked (503).
 */
export async function openCheckout(access: UserAccess, plan: PaidPlanId): Promise<string | null> {
	return askStripe("Failed to create checkout session. Please try again.", async () => {
		const customer = await findOrCreateCustomer(access);
		const url = await reuseOrClose(customer, plan);
		// After the earlier page was closed, so that what was paid there counts.
		const subscription = await copySubscription(customer.id);
		if (subscription && givesPlan(subscription.status)) return null;
		if (subscription) refuseUnsettled(subscription);
		if (url) return url;
		const checkout = await createForCustomer(access, customer, plan);
		return checkout.url;
	});
}

/** The address of the page that is open for this plan, or null; one for another plan is closed. */
async function reuseOrClose({ checkoutId }: Customer, plan: PaidPlanId): Promise<string | null> {
	const checkout = checkoutId ? await readCheckout(checkoutId) : null;
	if (checkout?.status !== "open") return null;
	if (checkout.plan === plan) return checkout.url;
	await expireCheckout(checkout.id);
	return null;
}

async function createForCustomer(
	access: UserAccess,
	customer: Customer,
	plan: PaidPlanId,
): Promise<Checkout> {
	try {
		return await createAfter(access, customer, plan);
	} catch (error) {
		if (!(error instanceof CustomerGone)) throw error;
		await transaction((tx) =>
			tx.customer.deleteMany({ where: { id: customer.id, userId: access.userId } }),
		);
		return createAfter(access, await findOrCreateCustomer(access, customer.id), plan);
	}
}

/** Opens a page and remembers it, unless another tab has opened one since `customer` was read. */
async function createAfter(
	access: UserAccess,
	customer: Customer,
	plan: PaidPlanId,
): Promise<Checkout> {
	const checkout = await createCheckout({
		customerId: customer.id,
		plan,
		afterCheckoutId: customer.checkoutId,
	});
	const own = { id: customer.id, userId: access.userId };
	const { count } = await transaction((tx) => {
		rereadAt(tx, customer.id, later(clock.now(), REREAD_AFTER_CHECKOUT_MS));
		return tx.customer.updateMany({
			where: { ...own, checkoutId: customer.checkoutId },
			data: { checkoutId: checkout.id },
		});
	});
	if (count > 0) return checkout;
	const present = await db.customer.findUnique({ where: own, select: { checkoutId: true } });
	// A double click: the same idempotency key, so the same page.
	if (present?.checkoutId === checkout.id) return checkout;
	await expireCheckout(checkout.id);
	throw new Refusal(
		"Another payment page was opened at the same moment. Please finish there, or try again.",
		{ status: 409 },
	);
}

async function findOrCreateCustomer(
	access: UserAccess,
	afterCustomerId: string | null = null,
): Promise<Customer> {
	const where = { userId: access.userId };
	const select = { id: true, checkoutId: true } as const;
	const customer = await db.customer.findUnique({ where, select });
	if (customer) return customer;
	const id = await createCustomer(access.userId, access.email, afterCustomerId);
	try {
		return await transaction(async (tx) => {
			await tx.user.findUniqueOrThrow({ where: { id: access.userId, deletedAt: null } });
			rereadAt(tx, id, later(clock.now(), REREAD_AFTER_CHECKOUT_MS));
			return tx.customer.create({
				data: { id, ...where, email: access.email, createdAt: clock.now() },
				select,
			});
		});
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		return db.customer.findUniqueOrThrow({ where, select });
	}
}

/**
 * Moves the account's subscription to another plan, with proration; one that was to end goes on,
 * also on the same plan (`kept`). Returns null where there is no subscription. Throws Refusal: on this
 * plan already; a payment is missing; the card was declined; Stripe can't be asked (503). Then
 * nothing is changed.
 */
export async function changePlan(
	access: UserAccess,
	plan: PaidPlanId,
): Promise<"changed" | "kept" | null> {
	const customer = await findCustomer(access);
	if (!customer) return null;
	return askStripe("Failed to change your plan. Please try again.", async () => {
		const subscription = await copySubscription(customer.id);
		if (!subscription || isOver(subscription)) return null;
		refuseUnsettled(subscription);
		const isSame = planOfPrice(subscription.priceId) === plan;
		if (isSame && !subscription.cancelAt) {
			throw new Refusal(`You are on the ${PLANS[plan].name} plan already.`);
		}
		const beganAt = clock.now();
		const changed = await changePlanAtStripe(subscription, plan);
		await transaction((tx) => storeCopy(tx, customer.id, changed, beganAt));
		return isSame ? "kept" : "changed";
	});
}

/**
 * Opens Stripe's billing portal; answers its address, or null for an account that never was a
 * customer. Throws Refusal when Stripe can't be asked (503).
 */
export async function openPortal(access: UserAccess): Promise<string | null> {
	const customer = await findCustomer(access);
	if (!customer) return null;
	return askStripe("Failed to open the billing portal. Please try again.", async () => {
		try {
			return await openPortalAtStripe(customer.id);
		} catch (error) {
			if (error instanceof CustomerGone) return null;
			throw error;
		}
	});
}

/**
 * Ends everything between the account and Stripe: the subscription at once, and the customer.
 * Throws Refusal (503) when Stripe can't be asked; then nothing is changed.
 */
export async function closeBilling(access: Pick<UserAccess, "userId">): Promise<void> {
	const customer = await findCustomer(access);
	if (!customer) return;
	await askStripe(
		"We couldn't cancel your subscription at Stripe, so nothing was deleted. Please try again in a few minutes.",
		() => deleteCustomer(customer.id),
	);
	await transaction((tx) =>
		tx.customer.deleteMany({ where: { id: customer.id, userId: access.userId } }),
	);
}

function findCustomer(access: Pick<UserAccess, "userId">): Promise<Customer | null> {
	return db.customer.findUnique({
		where: { userId: access.userId },
		select: { id: true, checkoutId: true },
	});
}

function isOver({ status }: StripeSubscription): boolean {
	return status === "canceled" || status === "incomplete_expired";
}

/** A subscription that waits for money is paid first, and not changed or joined by a second one. */
function refuseUnsettled(subscription: StripeSubscription): void {
	const isSettled = subscription.status === "active" || subscription.status === "trialing";
	if (isSettled || isOver(subscription)) return;
	throw new Refusal(
		"A payment for your subscription is missing. Please settle it under Manage Subscription in your settings, then choose a plan.",
		{ title: "Payment missing", status: 409 },
	);
}

async function askStripe<T>(unavailable: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof CardDeclined) {
			throw new Refusal(
				`Your plan was not changed, because Stripe could not charge your card: ${error.message} Please update the card under Manage Subscription in your settings, then try again.`,
				{ title: "Payment failed", status: 402 },
			);
		}
		if (error instanceof PaymentsUnavailable || error instanceof CustomerGone) {
			throw new Refusal(unavailable, { title: "Error", status: 503 });
		}
		throw error;
	}
}
