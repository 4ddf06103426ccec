import { PAID_PLANS, type PaidPlanId, PLANS } from "#app/billing/plan.ts";
import { planOfPrice, priceOf } from "#app/billing/prices.server.ts";
import {
	CardDeclinedAtTill,
	cancelAtPeriodEnd,
	changePrice,
	changeTill,
	completeCheckout,
	endPeriod,
	endSubscription,
	failPayment,
	keepSubscription,
	leaveUnpaid,
	nowInSeconds,
	payWhatIsOwed,
	readTill,
	subscriptionsOf,
} from "./billing.ts";
import { amountOf } from "./objects/price.ts";
import type { Books, TillCustomer, TillSubscription } from "./store.ts";

/** What the person at the portal can press, for each subscription. */
export const PORTAL_INTENTS = [
	...PAID_PLANS.map(changeIntent),
	"cancel-at-period-end",
	"cancel-now",
	"keep",
	"fail-payment",
	"pay",
	"leave-unpaid",
	"end-period",
] as const;

export type PortalIntent = (typeof PORTAL_INTENTS)[number];

type Action = { isOffered: (one: TillSubscription) => boolean; act: Verb };
type Verb = (books: Books, subscription: TillSubscription) => void;

/** Only what its button shows for a subscription is done, so that a second click does nothing. */
const VERBS: Record<PortalIntent, Action> = {
	...changes(),
	"cancel-at-period-end": {
		isOffered: ({ cancelAt }) => cancelAt === null,
		act: cancelAtPeriodEnd,
	},
	"cancel-now": { isOffered: () => true, act: endSubscription },
	keep: { isOffered: ({ cancelAt }) => cancelAt !== null, act: keepSubscription },
	"fail-payment": { isOffered: ({ status }) => status === "active", act: failPayment },
	pay: { isOffered: isOwing, act: payWhatIsOwed },
	"leave-unpaid": { isOffered: ({ status }) => status === "past_due", act: leaveUnpaid },
	"end-period": {
		isOffered: ({ status }) => status !== "unpaid",
		act: (books, subscription) => endPeriod(books, subscription, nowInSeconds()),
	},
};

/** What the till's page for a checkout shows; null when there is no such checkout. */
export function findCheckout(checkoutId: string) {
	const books = readTill();
	const checkout = books.checkouts.find(({ id }) => id === checkoutId);
	if (!checkout) return null;
	return {
		id: checkout.id,
		status: checkout.status,
		planName: nameOf(checkout.priceId),
		price: amountOf(checkout.priceId) / 100,
		email: customerOf(books, checkout)?.email ?? null,
		successUrl: successUrlOf(checkout),
		cancelUrl: checkout.cancelUrl,
	};
}

/**
 * Pays an open checkout with a card that works, or tries to with one that is declined; answers
 * what became of it. One that is paid already stays so.
 */
export function payCheckout(
	checkoutId: string,
	card: "works" | "declined" = "works",
): "paid" | "declined" | "expired" | "missing" {
	return changeTill((books) => {
		const checkout = books.checkouts.find(({ id }) => id === checkoutId);
		if (!checkout) return "missing";
		if (checkout.status !== "open") return checkout.status === "complete" ? "paid" : "expired";
		if (card === "declined") return "declined";
		const customer = customerOf(books, checkout);
		if (customer) customer.cardDeclines = false;
		completeCheckout(books, checkout);
		return "paid";
	});
}

/** What the till's portal shows; null when there is no such session, or it is a day old. */
export function findPortal(portalId: string) {
	const books = readTill();
	const portal = books.portals.find(({ id }) => id === portalId);
	const customer = portal && customerOf(books, portal);
	if (!portal || !customer) return null;
	return {
		id: portal.id,
		returnUrl: portal.returnUrl,
		email: customer.email,
		isDeleted: customer.isDeleted,
		cardDeclines: customer.cardDeclines,
		subscriptions: subscriptionsOf(books, customer).map((subscription) => ({
			...describe(subscription),
			intents: PORTAL_INTENTS.filter((intent) => VERBS[intent].isOffered(subscription)),
		})),
	};
}

/**
 * Does what a button of the portal says to one of its customer's subscriptions. `periodEnd` is
 * what the page showed, so that a second click does not end the next period too. What is not
 * offered any more changes nothing.
 */
export function actAtPortal(
	portalId: string,
	{ intent, subscriptionId, periodEnd }: PortalClick,
): "done" | "declined" | "missing" {
	return changeTill((books) => {
		const portal = books.portals.find(({ id }) => id === portalId);
		if (!portal) return "missing";
		const subscription = subscriptionsOf(books, { id: portal.customerId }).find(
			({ id }) => id === subscriptionId,
		);
		const isSeen = subscription && subscription.periodEnd === periodEnd;
		const { isOffered, act } = VERBS[intent];
		if (!isSeen || !isOffered(subscription)) return "done";
		try {
			act(books, subscription);
		} catch (error) {
			if (error instanceof CardDeclinedAtTill) return "declined";
			throw error;
		}
		return "done";
	});
}

export type PortalClick = {
	intent: PortalIntent;
	subscriptionId: string;
	/** In seconds. */
	periodEnd: number;
};

/** Gives the portal's customer a card that is declined, or one that works; false for no session. */
export function changeCard(portalId: string, card: "works" | "declined"): boolean {
	return changeTill((books) => {
		const portal = books.portals.find(({ id }) => id === portalId);
		const customer = portal && customerOf(books, portal);
		if (!customer) return false;
		customer.cardDeclines = card === "declined";
		return true;
	});
}

/** Everything that the till holds, newest first, for its page. */
export function describeTill() {
	const books = readTill();
	return {
		customers: books.customers.toReversed().map((customer) => ({
			id: customer.id,
			email: customer.email,
			isDeleted: customer.isDeleted,
			cardDeclines: customer.cardDeclines,
			subscriptions: books.subscriptions
				.filter(({ customerId }) => customerId === customer.id)
				.map(describe),
		})),
		events: books.events
			.slice(-50)
			.toReversed()
			.map(({ id, type, created, attempts, nextAttemptAt, isDelivered, lastAnswer }) => ({
				id,
				type,
				created,
				attempts,
				isDelivered,
				isGivenUp: !isDelivered && nextAttemptAt === null,
				lastAnswer,
			})),
	};
}

function describe(subscription: TillSubscription) {
	const { id, priceId, status, periodEnd, cancelAt } = subscription;
	return {
		id,
		planName: nameOf(priceId),
		price: amountOf(priceId) / 100,
		status,
		periodEnd,
		cancelAt,
	};
}

function changeIntent(plan: PaidPlanId) {
	return `change-to-${plan}` as const;
}

function changes() {
	const actions = PAID_PLANS.map((plan): [string, Action] => [
		changeIntent(plan),
		{
			isOffered: ({ priceId }) => priceId !== priceOf(plan),
			act: (books, subscription) => changePrice(books, subscription, priceOf(plan)),
		},
	]);
	return Object.fromEntries(actions) as Record<ReturnType<typeof changeIntent>, Action>;
}

function isOwing({ status }: TillSubscription): boolean {
	return status === "past_due" || status === "unpaid";
}

function nameOf(priceId: string): string {
	const plan = planOfPrice(priceId);
	return plan ? PLANS[plan].name : priceId;
}

function customerOf(
	books: Books,
	{ customerId }: { customerId: string },
): TillCustomer | undefined {
	return books.customers.find(({ id }) => id === customerId);
}

function successUrlOf({ id, successUrl }: { id: string; successUrl: string }): string {
	return successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);
}
