import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, SECOND_MS } from "#app/platform/time.ts";
import { recordEvent } from "./events.ts";
import { checkoutObject } from "./objects/checkout.ts";
import { customerObject } from "./objects/customer.ts";
import { invoiceObject } from "./objects/invoice.ts";
import { amountOf } from "./objects/price.ts";
import { subscriptionObject } from "./objects/subscription.ts";
import {
	type Books,
	changeBooks,
	newId,
	readBooks,
	type Seconds,
	type TillCheckout,
	type TillCustomer,
	type TillSubscription,
} from "./store.ts";

const DAY_S = DAY_MS / SECOND_MS;
const PAYMENT_RETRY_S = 3 * DAY_S;
/** After the last of these the subscription is canceled, Stripe's default. */
const PAYMENT_TRIES = 4;
/** As at Stripe. */
const ANSWERS_LIVE_S = DAY_S;
const PORTALS_LIVE_S = DAY_S;

/** The card was declined, and nothing was changed. */
export class CardDeclinedAtTill extends Error {
	override name = "CardDeclinedAtTill";
	override message = "Your card was declined.";
}

/** Now, in whole seconds. */
export function nowInSeconds(): Seconds {
	return Math.floor(clock.now().getTime() / SECOND_MS);
}

/** The books as they stand now, with every period ended that is over. Stores nothing. */
export function readTill(): Books {
	const books = readBooks();
	passTime(books);
	return books;
}

/** Changes the books by `work`, after every period was ended that is over. */
export function changeTill<T>(work: (books: Books) => T): T {
	return changeBooks((books) => {
		passTime(books);
		return work(books);
	});
}

/** Ends and renews what is due: periods, late payments, open checkouts. */
export function settleTill(): void {
	if (passTime(readBooks())) changeTill(() => {});
}

/** Makes a customer whose card works. */
export function addCustomer(
	books: Books,
	{ email, metadata }: Pick<TillCustomer, "email" | "metadata">,
): TillCustomer {
	const customer: TillCustomer = {
		id: newId("cus"),
		email,
		metadata,
		created: nowInSeconds(),
		isDeleted: false,
		cardDeclines: false,
	};
	books.customers.push(customer);
	recordEvent(books, "customer.created", customerObject(customer));
	return customer;
}

/** Deletes a customer: their subscriptions end at once, and their open checkouts too. */
export function removeCustomer(books: Books, customer: TillCustomer): void {
	for (const subscription of subscriptionsOf(books, customer)) endSubscription(books, subscription);
	for (const checkout of books.checkouts) {
		if (checkout.customerId === customer.id && checkout.status === "open") {
			closeCheckout(books, checkout);
		}
	}
	customer.isDeleted = true;
	recordEvent(books, "customer.deleted", customerObject(customer));
}

/** Closes a checkout, which nobody can pay any more. */
export function closeCheckout(books: Books, checkout: TillCheckout): void {
	checkout.status = "expired";
	recordEvent(books, "checkout.session.expired", checkoutObject(checkout));
}

/** Pays a checkout, which starts the subscription. */
export function completeCheckout(books: Books, checkout: TillCheckout): void {
	const subscription = startSubscription(books, checkout);
	checkout.status = "complete";
	checkout.subscriptionId = subscription.id;
	recordEvent(books, "checkout.session.completed", checkoutObject(checkout));
}

/** Starts a subscription to a price, whose first month is paid. */
export function startSubscription(
	books: Books,
	{ customerId, priceId }: Pick<TillSubscription, "customerId" | "priceId">,
): TillSubscription {
	const now = nowInSeconds();
	const subscription: TillSubscription = {
		id: newId("sub"),
		itemId: newId("si"),
		customerId,
		priceId,
		status: "active",
		created: now,
		periodStart: now,
		periodEnd: monthAfter(now),
		cancelAt: null,
		cancelAtPeriodEnd: false,
		canceledAt: null,
		endedAt: null,
		failedPayments: 0,
		nextPaymentAt: null,
	};
	books.subscriptions.push(subscription);
	recordEvent(books, "customer.subscription.created", subscriptionObject(subscription));
	recordInvoice(books, subscription, { amount: amountOf(priceId), isPaid: true });
	return subscription;
}

/**
 * Moves a subscription to another price and settles the difference at once. Throws
 * CardDeclinedAtTill when there is something to pay and the card is declined.
 */
export function changePrice(books: Books, subscription: TillSubscription, priceId: string): void {
	const difference = amountOf(priceId) - amountOf(subscription.priceId);
	if (difference > 0 && cardDeclines(books, subscription)) throw new CardDeclinedAtTill();
	subscription.priceId = priceId;
	recordUpdate(books, subscription);
	if (difference > 0) recordInvoice(books, subscription, { amount: difference, isPaid: true });
}

/** Lets a subscription end with its period. */
export function cancelAtPeriodEnd(books: Books, subscription: TillSubscription): void {
	subscription.cancelAt = subscription.periodEnd;
	subscription.cancelAtPeriodEnd = true;
	subscription.canceledAt = nowInSeconds();
	recordUpdate(books, subscription);
}

/** Takes back that a subscription was to end. */
export function keepSubscription(books: Books, subscription: TillSubscription): void {
	subscription.cancelAt = null;
	subscription.cancelAtPeriodEnd = false;
	subscription.canceledAt = null;
	recordUpdate(books, subscription);
}

/** Ends a subscription at once. */
export function endSubscription(books: Books, subscription: TillSubscription): void {
	subscription.status = "canceled";
	subscription.canceledAt ??= nowInSeconds();
	subscription.endedAt = nowInSeconds();
	subscription.nextPaymentAt = null;
	recordEvent(books, "customer.subscription.deleted", subscriptionObject(subscription));
}

/** A payment is declined: past due, to be tried again in three days. */
export function failPayment(books: Books, subscription: TillSubscription): void {
	subscription.status = "past_due";
	subscription.failedPayments += 1;
	subscription.nextPaymentAt = nowInSeconds() + PAYMENT_RETRY_S;
	recordInvoice(books, subscription, { amount: amountOf(subscription.priceId), isPaid: false });
	recordUpdate(books, subscription);
}

/** What was owed is paid. */
export function payWhatIsOwed(books: Books, subscription: TillSubscription): void {
	subscription.status = "active";
	subscription.failedPayments = 0;
	subscription.nextPaymentAt = null;
	recordInvoice(books, subscription, { amount: amountOf(subscription.priceId), isPaid: true });
	recordUpdate(books, subscription);
}

/** Stripe has given up, and the subscription stays without being paid. */
export function leaveUnpaid(books: Books, subscription: TillSubscription): void {
	subscription.status = "unpaid";
	subscription.nextPaymentAt = null;
	recordUpdate(books, subscription);
}

/** The period is over at `at`: the subscription ends with it, or is paid for another month. */
export function endPeriod(books: Books, subscription: TillSubscription, at: Seconds): void {
	if (subscription.cancelAtPeriodEnd) {
		endSubscription(books, subscription);
		return;
	}
	subscription.periodStart = at;
	subscription.periodEnd = monthAfter(at);
	if (cardDeclines(books, subscription)) failPayment(books, subscription);
	else payWhatIsOwed(books, subscription);
}

/** The subscriptions of a customer that go on. */
export function subscriptionsOf(books: Books, { id }: { id: string }): TillSubscription[] {
	return books.subscriptions.filter(
		({ customerId, status }) => customerId === id && status !== "canceled",
	);
}

function passTime(books: Books): boolean {
	const now = nowInSeconds();
	let isChanged = false;
	for (const checkout of books.checkouts) {
		if (checkout.status !== "open" || checkout.expiresAt > now) continue;
		closeCheckout(books, checkout);
		isChanged = true;
	}
	for (const subscription of books.subscriptions) {
		while (passDue(books, subscription, now)) isChanged = true;
	}
	books.answers = books.answers.filter(({ created }) => created > now - ANSWERS_LIVE_S);
	books.portals = books.portals.filter(({ created }) => created > now - PORTALS_LIVE_S);
	return isChanged;
}

/** Does the next thing that is due of a subscription; false when nothing is. */
function passDue(books: Books, subscription: TillSubscription, now: Seconds): boolean {
	const { status, cancelAt, periodEnd, nextPaymentAt } = subscription;
	if (status === "canceled") return false;
	if (cancelAt !== null && cancelAt <= now) {
		endSubscription(books, subscription);
		return true;
	}
	if (nextPaymentAt !== null && nextPaymentAt <= now) {
		if (!cardDeclines(books, subscription)) payWhatIsOwed(books, subscription);
		else if (subscription.failedPayments + 1 < PAYMENT_TRIES) failPayment(books, subscription);
		else endSubscription(books, subscription);
		return true;
	}
	if (status === "unpaid" || periodEnd > now) return false;
	endPeriod(books, subscription, periodEnd);
	return true;
}

function cardDeclines(books: Books, { customerId }: TillSubscription): boolean {
	return books.customers.some(({ id, cardDeclines }) => id === customerId && cardDeclines);
}

function recordUpdate(books: Books, subscription: TillSubscription): void {
	recordEvent(books, "customer.subscription.updated", subscriptionObject(subscription));
}

function recordInvoice(
	books: Books,
	subscription: TillSubscription,
	{ amount, isPaid }: { amount: number; isPaid: boolean },
): void {
	const created = nowInSeconds();
	const invoice = invoiceObject(newId("in"), subscription, { created, amount, isPaid });
	recordEvent(books, isPaid ? "invoice.paid" : "invoice.payment_failed", invoice);
}

/** The same day of the next month, or its last when it is shorter. */
function monthAfter(seconds: Seconds): Seconds {
	const date = new Date(seconds * SECOND_MS);
	const day = date.getUTCDate();
	date.setUTCMonth(date.getUTCMonth() + 1);
	if (date.getUTCDate() !== day) date.setUTCDate(0);
	return date.getTime() / SECOND_MS;
}
