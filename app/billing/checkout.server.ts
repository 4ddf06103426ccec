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

/** A payment counts by then, even if the payer never returns and the webhook is lost. */
const REREAD_AFTER_CHECKOUT_MS = 15 * MINUTE_MS;

const customerColumns = { id: true, checkoutId: true } as const;

type Customer = { id: string; checkoutId: string | null };

/**
 * Returns the address of Stripe's payment page, or null when the account already has a
 * subscription, which must be changed instead (product.md, rule 23). An account has at most one
 * open page, so that two tabs cannot pay twice: the same plan gets the same page, and another plan
 * closes it. Throws Refusal when a payment is missing, another tab was faster (409), or Stripe is
 * unavailable (503).
 */
export async function openCheckout(access: UserAccess, plan: PaidPlanId): Promise<string | null> {
	return askStripe("Failed to create checkout session. Please try again.", async () => {
		const customer = await findOrCreateCustomer(access);
		const url = await reuseOrClose(customer, plan);
		// Read after the earlier page is closed, so that a payment made there counts.
		const subscription = await copySubscription(customer.id);
		if (subscription && givesPlan(subscription.status)) return null;
		if (subscription) refuseUnsettled(subscription);
		if (url) return url;
		const checkout = await createForCustomer(access, customer, plan);
		return checkout.url;
	});
}

/** Returns the open page's address if it is for this plan. Closes a page for another plan. */
async function reuseOrClose({ checkoutId }: Customer, plan: PaidPlanId): Promise<string | null> {
	const checkout = checkoutId ? await readCheckout(checkoutId) : null;
	if (checkout?.status !== "open") return null;
	if (checkout.plan === plan) return checkout.url;
	await expireCheckout(checkout.id);
	return null;
}

async function createForCustomer(access: UserAccess, customer: Customer, plan: PaidPlanId) {
	try {
		return await createAfter(access, customer, plan);
	} catch (error) {
		if (!(error instanceof CustomerGone)) throw error;
		await forgetCustomer(access, customer);
		return createAfter(access, await findOrCreateCustomer(access, customer.id), plan);
	}
}

/** Opens a page and stores its id. Refuses if another tab stored a different one meanwhile. */
async function createAfter(
	access: UserAccess,
	{ id: customerId, checkoutId: afterCheckoutId }: Customer,
	plan: PaidPlanId,
): Promise<Checkout> {
	const checkout = await createCheckout({ customerId, plan, afterCheckoutId });
	const own = { id: customerId, userId: access.userId };
	const { count } = await transaction((tx) => {
		rereadAt(tx, customerId, later(clock.now(), REREAD_AFTER_CHECKOUT_MS));
		return tx.customer.updateMany({
			where: { ...own, checkoutId: afterCheckoutId },
			data: { checkoutId: checkout.id },
		});
	});
	if (count > 0) return checkout;
	const present = await db.customer.findUnique({ where: own, select: { checkoutId: true } });
	// A double click sends the same idempotency key, so Stripe returns the same page.
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
	const { userId, email } = access;
	const customer = await findCustomer(access);
	if (customer) return customer;
	const id = await createCustomer(userId, email, afterCustomerId);
	try {
		return await transaction(async (tx) => {
			await tx.user.findUniqueOrThrow({ where: { id: userId, deletedAt: null } });
			rereadAt(tx, id, later(clock.now(), REREAD_AFTER_CHECKOUT_MS));
			return tx.customer.create({
				data: { id, userId, email, createdAt: clock.now() },
				select: customerColumns,
			});
		});
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		return db.customer.findUniqueOrThrow({ where: { userId }, select: customerColumns });
	}
}

/**
 * Moves the account's subscription to another plan, with proration, and undoes a scheduled end.
 * Returns `kept` when the plan was the same and only the end was undone, and null without a
 * subscription. Throws Refusal, with nothing changed, when the account is already on this plan, a
 * payment is missing, the card is declined, or Stripe is unavailable (503).
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
		const changed = await changePlanAtStripe(subscription, plan);
		// A reading that began while Stripe was changing it may know the plan of before.
		const changedAt = clock.now();
		await transaction((tx) => storeCopy(tx, customer.id, changed, changedAt));
		return isSame ? "kept" : "changed";
	});
}

/**
 * Opens Stripe's billing portal and returns its address, or null for an account without a customer
 * at Stripe. Throws Refusal when Stripe is unavailable (503).
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
 * Ends the subscription at once and deletes the customer at Stripe. Throws Refusal (503), with
 * nothing changed, when Stripe is unavailable.
 */
export async function closeBilling(access: Owner): Promise<void> {
	const customer = await findCustomer(access);
	if (!customer) return;
	await askStripe(
		"We couldn't cancel your subscription at Stripe, so nothing was deleted. Please try again in a few minutes.",
		() => deleteCustomer(customer.id),
	);
	await forgetCustomer(access, customer);
}

type Owner = Pick<UserAccess, "userId">;

function findCustomer({ userId }: Owner): Promise<Customer | null> {
	return db.customer.findUnique({ where: { userId }, select: customerColumns });
}

async function forgetCustomer({ userId }: Owner, { id }: Customer): Promise<void> {
	await transaction((tx) => tx.customer.deleteMany({ where: { id, userId } }));
}

function isOver({ status }: StripeSubscription): boolean {
	return status === "canceled" || status === "incomplete_expired";
}

/** A missing payment must be settled before the plan changes or a second subscription starts. */
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
