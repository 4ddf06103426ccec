import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { createPages, formatDate, formatDateTime, type Html, notFound, page } from "../page.ts";
import {
	CardDeclined,
	type Checkout,
	type Customer,
	type Event,
	type Ledger,
	type Portal,
	type Subscription,
} from "./ledger.ts";
import type { Till } from "./till.ts";

const NOTE = "This is the local till. It stands in for Stripe on this machine, and no money moves.";
const MOST_EVENTS = 50;
const STATES = { active: "Active", past_due: "Past due", unpaid: "Unpaid", canceled: "Canceled" };

/** Creates the pages that Stripe would show: the checkout, the portal, and a list of its state. */
export function createTillPages(till: Till): Hono {
	const pages = createPages("till");

	pages.get("/till", (context) => showTill(context, till.read()));

	pages.get("/till/checkout/:id", (context) => {
		const ledger = till.read();
		const checkout = ledger.checkouts.find(({ id }) => id === context.req.param("id"));
		return checkout ? showCheckout(context, ledger, checkout) : notFound(context, "checkout");
	});

	pages.post("/till/checkout/:id", async (context) => {
		const intent = new URLSearchParams(await context.req.text()).get("intent");
		return till.change((ledger) => {
			const checkout = ledger.checkouts.find(({ id }) => id === context.req.param("id"));
			if (!checkout) return notFound(context, "checkout");
			if (intent !== "pay" && intent !== "decline") return unknownButton(context);
			const isOpen = checkout.status === "open";
			if (isOpen && intent === "decline") {
				const refusal = declined("Nothing was paid. Try another card, or go back.");
				return showCheckout(context, ledger, checkout, refusal);
			}
			if (isOpen) pay(ledger, checkout);
			const isPaid = checkout.status === "complete";
			return context.redirect(isPaid ? successOf(checkout) : context.req.path, 303);
		});
	});

	pages.get("/till/portal/:id", (context) => {
		const ledger = till.read();
		const portal = ledger.portals.find(({ id }) => id === context.req.param("id"));
		return portal ? showPortal(context, ledger, portal) : notFound(context, "portal");
	});

	pages.post("/till/portal/:id", async (context) => {
		const form = new URLSearchParams(await context.req.text());
		return till.change((ledger) => {
			const portal = ledger.portals.find(({ id }) => id === context.req.param("id"));
			if (!portal) return notFound(context, "portal");
			const outcome = press(ledger, portal, form);
			if (outcome === "unknown") return unknownButton(context);
			if (outcome === "done") return context.redirect(context.req.path, 303);
			const refusal = declined("Nothing was changed. Use a card that works, and try again.");
			return showPortal(context, ledger, portal, refusal);
		});
	});

	return pages;
}

/** Pays an open checkout with a card that works. */
export function pay(ledger: Ledger, checkout: Checkout): void {
	const customer = customerOf(ledger, checkout);
	if (customer) customer.cardDeclines = false;
	ledger.completeCheckout(checkout);
}

/**
 * A button of the portal. It does nothing to a subscription that it isn't offered for, so a second
 * click does nothing.
 */
type Act = {
	intent: string;
	label: string;
	isOffered: (one: Subscription) => boolean;
	act: (one: Subscription) => void;
};

/** What happens to a subscription without anything else being known. */
type Verb =
	| "keepSubscription"
	| "cancelAtPeriodEnd"
	| "endSubscription"
	| "endPeriod"
	| "failPayment"
	| "payWhatIsOwed"
	| "leaveUnpaid";

function actsOf(ledger: Ledger): { yours: Act[]; byItself: Act[] } {
	const is = (...states: Subscription["status"][]) => {
		return (one: Subscription) => states.includes(one.status);
	};
	const isEnding = ({ cancelAt }: Subscription) => cancelAt !== null;
	const renews = (one: Subscription) => !isEnding(one);
	const changes = Object.entries(ledger.prices).map(([priceId, { name }]) => ({
		intent: `change-to-${name.toLowerCase()}`,
		label: `Change to ${name}, ${dollars(ledger, priceId)}`,
		isOffered: (one: Subscription) => one.priceId !== priceId,
		act: (one: Subscription) => ledger.changePrice(one, priceId),
	}));
	const offer = (intent: string, label: string, isOffered: Act["isOffered"], verb: Verb): Act => {
		return { intent, label, isOffered, act: (one) => ledger[verb](one) };
	};
	return {
		yours: [
			...changes,
			offer("keep", "Keep the subscription", isEnding, "keepSubscription"),
			offer("cancel-at-period-end", "Cancel at the end of the period", renews, "cancelAtPeriodEnd"),
			offer("cancel-now", "Cancel now", () => true, "endSubscription"),
		],
		byItself: [
			offer("end-period", "The period ends now", is("active", "past_due"), "endPeriod"),
			offer("fail-payment", "The next payment fails", is("active"), "failPayment"),
			offer("pay", "The payment goes through", is("past_due", "unpaid"), "payWhatIsOwed"),
			offer("leave-unpaid", "It stays unpaid for good", is("past_due"), "leaveUnpaid"),
		],
	};
}

/**
 * Does what a button of the portal says. The form carries the period's end as the page showed it,
 * so that a second click doesn't end the next period too.
 */
function press(
	ledger: Ledger,
	{ customerId }: Portal,
	form: URLSearchParams,
): "done" | "declined" | "unknown" {
	const intent = form.get("intent") ?? "";
	const customer = customerOf(ledger, { customerId });
	if (customer && (intent === "card-works" || intent === "card-declined")) {
		customer.cardDeclines = intent === "card-declined";
		return "done";
	}
	const { yours, byItself } = actsOf(ledger);
	const act = [...yours, ...byItself].find((one) => one.intent === intent);
	if (!act) return "unknown";
	const subscription = ledger.goingOn(customerId).find(({ id, periodEnd }) => {
		return id === form.get("subscription") && periodEnd === Number(form.get("period_end"));
	});
	if (!subscription || !act.isOffered(subscription)) return "done";
	try {
		act.act(subscription);
	} catch (error) {
		if (error instanceof CardDeclined) return "declined";
		throw error;
	}
	return "done";
}

function unknownButton(context: Context) {
	const intro = "Nothing was changed. Please go back and try again.";
	return page(context, { title: "Unknown button", intro, status: 400 });
}

function declined(text: string) {
	return { alert: { title: "Your card was declined.", text }, status: 402 } as const;
}

type Declined = ReturnType<typeof declined>;

function showCheckout(context: Context, ledger: Ledger, checkout: Checkout, refusal?: Declined) {
	if (checkout.status === "complete") {
		return page(context, {
			title: "This is paid",
			tab: "Paid · Smallprint",
			intro: "The subscription has started. You can go on.",
			body: html`<p><a href="${successOf(checkout)}">Go on to Smallprint</a></p>
<p class="soft">${NOTE}</p>`,
		});
	}
	const cancel = wayBack(checkout.cancelUrl);
	if (checkout.status === "expired") {
		return page(context, {
			title: "This checkout is closed",
			tab: "Checkout closed · Smallprint",
			intro: "It can't be paid any more. Go back and choose a plan again.",
			body: html`<p><a href="${cancel}">Go back to Smallprint</a></p><p class="soft">${NOTE}</p>`,
		});
	}
	const plan = ledger.nameOf(checkout.priceId);
	const price = dollars(ledger, checkout.priceId);
	return page(context, {
		title: `Subscribe to ${plan}`,
		intro: NOTE,
		...refusal,
		body: html`<dl>
<dt>Plan</dt><dd>${plan}</dd>
<dt>Price</dt><dd>${price} a month</dd>
<dt>Account</dt><dd>${customerOf(ledger, checkout)?.email}</dd>
</dl>
<form method="post">
<button name="intent" value="pay">Pay ${price}</button>
<button name="intent" value="decline">Pay with a card that is declined</button>
</form>
<p><a href="${cancel}">Go back without paying</a></p>`,
	});
}

function showPortal(context: Context, ledger: Ledger, portal: Portal, refusal?: Declined) {
	const customer = customerOf(ledger, portal);
	if (!customer) return notFound(context, "portal");
	const { email, isDeleted } = customer;
	const subscriptions = ledger.goingOn(customer.id);
	return page(context, {
		title: "Billing portal",
		intro: NOTE,
		...refusal,
		body: html`<p>${isDeleted ? `${email} is deleted here.` : `The account of ${email}.`}</p>
<p><a href="${wayBack(portal.returnUrl)}">Return to Smallprint</a></p>
${
	subscriptions.length === 0
		? html`<section><h2>No subscription</h2>
<p>There is nothing to pay and nothing to cancel.</p></section>`
		: subscriptions.map((one) => subscriptionForm(ledger, one))
}
${isDeleted ? "" : cardForm(customer)}`,
	});
}

function subscriptionForm(ledger: Ledger, subscription: Subscription) {
	const { id, priceId, periodEnd } = subscription;
	const { yours, byItself } = actsOf(ledger);
	return html`<section>
<h2>${ledger.nameOf(priceId)}, ${dollars(ledger, priceId)} a month</h2>
<p>${stateOf(subscription)}</p>
<form method="post">
<input type="hidden" name="subscription" value="${id}">
<input type="hidden" name="period_end" value="${periodEnd}">
<h3>What you can do</h3>
${buttons(yours, subscription)}
<h3>What can happen by itself</h3>
${buttons(byItself, subscription)}
</form>
</section>`;
}

function buttons(acts: Act[], subscription: Subscription): Html[] {
	return acts
		.filter(({ isOffered }) => isOffered(subscription))
		.map(({ intent, label }) => html`<button name="intent" value="${intent}">${label}</button>`);
}

function cardForm({ cardDeclines }: Customer) {
	return html`<section>
<h2>Card</h2>
<p>${cardDeclines ? "The card is declined." : "The card works."}</p>
<form method="post">
${
	cardDeclines
		? html`<button name="intent" value="card-works">Use a card that works</button>`
		: html`<button name="intent" value="card-declined">Use a card that is declined</button>`
}
</form>
</section>`;
}

function showTill(context: Context, ledger: Ledger) {
	const { customers, events } = ledger;
	const newest = events.slice(-MOST_EVENTS).reverse();
	return page(context, {
		title: "Local till",
		intro: NOTE,
		body: html`${
			customers.length === 0
				? html`<h2>No customers yet</h2><p>Upgrade an account, and it appears here.</p>`
				: html`<h2>Customers</h2>
<ul>${customers.toReversed().map((one) => listedCustomer(ledger, one))}</ul>`
		}
${newest.length === 0 ? "" : html`<h2>Webhooks, newest first</h2><ul>${newest.map(listedEvent)}</ul>`}`,
	});
}

function listedCustomer(ledger: Ledger, { id, email, isDeleted, cardDeclines }: Customer) {
	const own = ledger.subscriptions.filter(({ customerId }) => customerId === id);
	const state = isDeleted ? "Deleted" : own.length === 0 ? "No subscription" : "";
	return html`<li>${email ?? id} ${state && html`<strong>${state}</strong>`}
${own.map((one) => html`<p>${ledger.nameOf(one.priceId)} ${stateOf(one)}</p>`)}
${cardDeclines ? html`<p>Their card is declined.</p>` : ""}</li>`;
}

function listedEvent({ type, created, attempts, nextAttemptAt, isDelivered, lastReply }: Event) {
	const tries = attempts === 1 ? "first try" : `try ${attempts}`;
	const state = isDelivered
		? `Delivered: ${tries} ${lastReply}`
		: `${nextAttemptAt === null ? "Given up" : "To be sent again"}: ${tries} got ${lastReply}`;
	const sent = attempts === 0 ? "About to be sent" : state;
	return html`<li>${type}<p class="soft">${sent}, ${formatDateTime(new Date(created * 1_000))}</p></li>`;
}

/** Describes a subscription's state, and when it changes next. */
function stateOf({ status, cancelAt, periodEnd }: Subscription) {
	const next = formatDate(new Date((cancelAt ?? periodEnd) * 1_000));
	const goesOn = status === "active" || status === "past_due";
	const what = cancelAt === null ? "Renews" : "Ends";
	return html`<strong>${STATES[status]}</strong>${goesOn ? ` ${what} on ${next}.` : ""}`;
}

function dollars(ledger: Ledger, priceId: string): string {
	return `$${(ledger.centsOf(priceId) / 100).toFixed(2)}`;
}

function customerOf(ledger: Ledger, { customerId }: { customerId: string }): Customer | undefined {
	return ledger.customers.find(({ id }) => id === customerId);
}

function successOf({ id, successUrl }: Checkout): string {
	return wayBack(successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id));
}

/**
 * Returns an app address without its origin. localhost and 127.0.0.1 are the same machine, and the
 * browser must return to the one that it came from.
 */
function wayBack(address: string): string {
	const { pathname, search } = new URL(address);
	return pathname + search;
}
