import crypto from "node:crypto";
import * as objects from "./objects.ts";

const DAY_S = 86_400;
const PAYMENT_RETRY_S = 3 * DAY_S;
/** Stripe's default: the subscription is canceled after the last of these. */
const PAYMENT_TRIES = 4;
/** Stripe keeps the response to an idempotency key for as long. */
const REPLIES_LIVE_S = DAY_S;
const PORTALS_LIVE_S = DAY_S;
const CHECKOUTS_LIVE_S = DAY_S;
/** How many finished events are kept for people to look at. */
const KEEP_EVENTS = 100;
/** The cost of a price that the till doesn't know, such as one from an earlier year. */
const OTHER_CENTS = 499;

/** Whole seconds since 1970, as in Stripe's API. */
type Seconds = number;

/** The monthly prices, by price id. */
export type Prices = Record<string, { name: string; cents: number }>;

export type Customer = {
	id: string;
	email: string | null;
	metadata: Record<string, string>;
	/** Stripe keeps the ids of deleted customers, and refuses them. */
	isDeleted: boolean;
	/** Whether the customer's card is declined. */
	cardDeclines: boolean;
};

export type Subscription = {
	id: string;
	itemId: string;
	customerId: string;
	priceId: string;
	status: "active" | "past_due" | "unpaid" | "canceled";
	created: Seconds;
	periodEnd: Seconds;
	cancelAt: Seconds | null;
	cancelAtPeriodEnd: boolean;
	/** Declined payments of the current period, and when the next attempt is due. */
	failedPayments: number;
	nextPaymentAt: Seconds | null;
};

type Order = {
	customerId: string;
	priceId: string;
	metadata: Record<string, string>;
	successUrl: string;
	cancelUrl: string;
};

export type Checkout = Order & {
	id: string;
	status: "open" | "complete" | "expired";
	expiresAt: Seconds;
};

/** What a portal allows. */
export type Configuration = {
	id: string;
	features: unknown;
	metadata: Record<string, string>;
};

export type Portal = {
	id: string;
	customerId: string;
	returnUrl: string;
	created: Seconds;
};

export type Event = {
	id: string;
	type: string;
	created: Seconds;
	/** The body of the webhook. */
	payload: string;
	attempts: number;
	/** When it is due, in milliseconds since 1970; null once it was delivered or given up. */
	nextAttemptAt: number | null;
	isDelivered: boolean;
	/** The result of the last attempt, for people. */
	lastReply: string | null;
};

/** The first response to an idempotency key. */
type KeptReply = {
	key: string;
	/** The request's fingerprint, so that another request with the same key is refused. */
	fingerprint: string;
	status: number;
	body: unknown;
	created: Seconds;
};

/** The card was declined, and nothing was changed. */
export class CardDeclined extends Error {
	override message = "Your card was declined.";
}

/** Makes a new id like Stripe's, such as cus_4f1c…. */
export function newId(prefix: string): string {
	return `${prefix}_${crypto.randomBytes(12).toString("hex")}`;
}

/**
 * Stripe's state at one moment. Opening it ends every period that is over by then. Each change is
 * recorded as an event, with a copy of the object.
 */
export class Ledger {
	customers: Customer[] = [];
	subscriptions: Subscription[] = [];
	checkouts: Checkout[] = [];
	configurations: Configuration[] = [];
	portals: Portal[] = [];
	events: Event[] = [];
	replies: KeptReply[] = [];
	readonly #now: Date;
	readonly #prices: Prices;
	readonly #wasBehind: boolean;

	/** Opens the stored state. Throws when it is no ledger. */
	constructor(kept: unknown, now: Date, prices: Prices) {
		this.#now = now;
		this.#prices = prices;
		const lists = Object.keys(this).map((name) => {
			const list = (kept as Record<string, unknown>)[name] ?? [];
			if (Array.isArray(kept) || !Array.isArray(list)) throw new Error("No ledger");
			return [name, list];
		});
		Object.assign(this, Object.fromEntries(lists));
		this.#wasBehind = this.#passTime();
	}

	/** The current time, in whole seconds. */
	get now(): Seconds {
		return Math.floor(this.#now.getTime() / 1_000);
	}

	/** Whether anything became due since the state was stored. */
	get wasBehind(): boolean {
		return this.#wasBehind;
	}

	/** The prices on sale. */
	get prices(): Prices {
		return this.#prices;
	}

	nameOf(priceId: string): string {
		return this.#prices[priceId]?.name ?? priceId;
	}

	/** The monthly cost of a price, in cents. */
	centsOf(priceId: string): number {
		return this.#prices[priceId]?.cents ?? OTHER_CENTS;
	}

	/** A customer's active subscriptions. */
	goingOn(customerId: string): Subscription[] {
		return this.subscriptions.filter(
			(one) => one.customerId === customerId && one.status !== "canceled",
		);
	}

	/** Makes a customer whose card works. */
	addCustomer({ email, metadata = {} }: { email: string | null; metadata?: Customer["metadata"] }) {
		const customer: Customer = {
			id: newId("cus"),
			email,
			metadata,
			isDeleted: false,
			cardDeclines: false,
		};
		this.customers.push(customer);
		this.record("customer.created", objects.customer(customer));
		return customer;
	}

	/** Deletes a customer, and ends their subscriptions and open checkouts at once. */
	removeCustomer(customer: Customer): void {
		for (const subscription of this.goingOn(customer.id)) this.endSubscription(subscription);
		for (const checkout of this.checkouts) {
			const isTheirs = checkout.customerId === customer.id;
			if (isTheirs && checkout.status === "open") this.closeCheckout(checkout);
		}
		customer.isDeleted = true;
		this.record("customer.deleted", objects.customer(customer));
	}

	openCheckout(order: Order): Checkout {
		const checkout: Checkout = {
			id: newId("cs_test"),
			...order,
			status: "open",
			expiresAt: this.now + CHECKOUTS_LIVE_S,
		};
		this.checkouts.push(checkout);
		return checkout;
	}

	/** Expires a checkout, so that nobody can pay it. */
	closeCheckout(checkout: Checkout): void {
		checkout.status = "expired";
		this.record("checkout.session.expired", objects.checkout(checkout));
	}

	/** Pays a checkout, which starts the subscription. */
	completeCheckout(checkout: Checkout): void {
		checkout.status = "complete";
		this.startSubscription(checkout);
		this.record("checkout.session.completed", objects.checkout(checkout));
	}

	openPortal(session: Pick<Portal, "customerId" | "returnUrl">): Portal {
		const portal = { id: newId("bps"), ...session, created: this.now };
		this.portals.push(portal);
		return portal;
	}

	/** Starts a subscription to a price, with the first month paid. */
	startSubscription({ customerId, priceId }: Pick<Order, "customerId" | "priceId">): Subscription {
		const subscription: Subscription = {
			id: newId("sub"),
			itemId: newId("si"),
			customerId,
			priceId,
			status: "active",
			created: this.now,
			periodEnd: monthAfter(this.now),
			cancelAt: null,
			cancelAtPeriodEnd: false,
			failedPayments: 0,
			nextPaymentAt: null,
		};
		this.subscriptions.push(subscription);
		this.#recordSubscription("created", subscription);
		this.#recordInvoice(subscription, "paid");
		return subscription;
	}

	/**
	 * Moves a subscription to another price and charges the difference at once. Throws CardDeclined
	 * when there is something to pay and the card is declined.
	 */
	changePrice(subscription: Subscription, priceId: string): void {
		const difference = this.centsOf(priceId) - this.centsOf(subscription.priceId);
		if (difference > 0 && this.#cardDeclines(subscription)) throw new CardDeclined();
		this.#update(subscription, { priceId });
		if (difference > 0) this.#recordInvoice(subscription, "paid");
	}

	/** Cancels a subscription at the end of its period. */
	cancelAtPeriodEnd(subscription: Subscription): void {
		this.#update(subscription, { cancelAt: subscription.periodEnd, cancelAtPeriodEnd: true });
	}

	/** Undoes `cancelAtPeriodEnd`. */
	keepSubscription(subscription: Subscription): void {
		this.#update(subscription, { cancelAt: null, cancelAtPeriodEnd: false });
	}

	/** Ends a subscription at once. */
	endSubscription(subscription: Subscription): void {
		subscription.status = "canceled";
		subscription.nextPaymentAt = null;
		this.#recordSubscription("deleted", subscription);
	}

	/** Declines a payment: the subscription is past due and is tried again in three days. */
	failPayment(subscription: Subscription): void {
		this.#update(subscription, {
			status: "past_due",
			failedPayments: subscription.failedPayments + 1,
			nextPaymentAt: this.now + PAYMENT_RETRY_S,
		});
		this.#recordInvoice(subscription, "payment_failed");
	}

	/** Pays what is owed. */
	payWhatIsOwed(subscription: Subscription): void {
		this.#update(subscription, { status: "active", failedPayments: 0, nextPaymentAt: null });
		this.#recordInvoice(subscription, "paid");
	}

	/** Gives up on the payment, and the subscription stays unpaid. */
	leaveUnpaid(subscription: Subscription): void {
		this.#update(subscription, { status: "unpaid", nextPaymentAt: null });
	}

	/** Ends the period at `at`: the subscription ends too, or is paid for another month. */
	endPeriod(subscription: Subscription, at: Seconds = this.now): void {
		if (subscription.cancelAtPeriodEnd) {
			this.endSubscription(subscription);
			return;
		}
		subscription.periodEnd = monthAfter(at);
		if (this.#cardDeclines(subscription)) this.failPayment(subscription);
		else this.payWhatIsOwed(subscription);
	}

	/** Records an event, to be sent by webhook. */
	record(type: string, object: unknown): void {
		const event = { id: newId("evt"), type, created: this.now };
		const about = { object: "event", livemode: false, data: { object } };
		this.events.push({
			...event,
			payload: JSON.stringify({ ...event, ...about }),
			attempts: 0,
			nextAttemptAt: this.#now.getTime(),
			isDelivered: false,
			lastReply: null,
		});
		const over = this.events.filter(({ nextAttemptAt }) => nextAttemptAt === null);
		const forgotten = new Set(over.slice(0, -KEEP_EVENTS));
		this.events = this.events.filter((event) => !forgotten.has(event));
	}

	#passTime(): boolean {
		const now = this.now;
		const late = this.checkouts.filter(
			({ status, expiresAt }) => status === "open" && expiresAt <= now,
		);
		for (const checkout of late) this.closeCheckout(checkout);
		let isChanged = late.length > 0;
		for (const subscription of this.subscriptions) {
			while (this.#passDue(subscription)) isChanged = true;
		}
		this.replies = this.replies.filter(({ created }) => created > now - REPLIES_LIVE_S);
		this.portals = this.portals.filter(({ created }) => created > now - PORTALS_LIVE_S);
		return isChanged;
	}

	/** Handles the next thing that is due for a subscription. Returns false when nothing is due. */
	#passDue(subscription: Subscription): boolean {
		const { status, cancelAt, periodEnd, nextPaymentAt, failedPayments } = subscription;
		if (status === "canceled") return false;
		if (cancelAt !== null && cancelAt <= this.now) {
			this.endSubscription(subscription);
		} else if (nextPaymentAt !== null && nextPaymentAt <= this.now) {
			if (!this.#cardDeclines(subscription)) this.payWhatIsOwed(subscription);
			else if (failedPayments + 1 < PAYMENT_TRIES) this.failPayment(subscription);
			else this.endSubscription(subscription);
		} else if (status !== "unpaid" && periodEnd <= this.now) {
			this.endPeriod(subscription, periodEnd);
		} else {
			return false;
		}
		return true;
	}

	#cardDeclines({ customerId }: Subscription): boolean {
		return this.customers.some(({ id, cardDeclines }) => id === customerId && cardDeclines);
	}

	#update(subscription: Subscription, changes: Partial<Subscription>): void {
		Object.assign(subscription, changes);
		this.#recordSubscription("updated", subscription);
	}

	#recordSubscription(what: "created" | "updated" | "deleted", subscription: Subscription): void {
		this.record(`customer.subscription.${what}`, objects.subscription(subscription));
	}

	#recordInvoice(subscription: Subscription, what: "paid" | "payment_failed"): void {
		this.record(`invoice.${what}`, objects.invoice(newId("in"), subscription));
	}
}

/** The same day of the next month, or its last day if the month is shorter. */
function monthAfter(seconds: Seconds): Seconds {
	const date = new Date(seconds * 1_000);
	const day = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + 1);
	if (date.getUTCDate() !== day) date.setUTCDate(0);
	return date.getTime() / 1_000;
}
