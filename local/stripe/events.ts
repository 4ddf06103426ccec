import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env.server.ts";
import { stripeSdk } from "#app/platform/stripe/sdk.server.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#app/platform/time.ts";
import { type Books, changeBooks, newId, readBooks, type TillEvent } from "./store.ts";

const TIMEOUT_MS = 10 * SECOND_MS;
const FIRST_RETRY_MS = 2 * SECOND_MS;
const LONGEST_RETRY_MS = HOUR_MS;
/** As at Stripe. */
const GIVE_UP_MS = 3 * DAY_MS;
/** Events that are over, kept to be looked at. */
const KEEP_EVENTS = 100;

/** Writes down that something happened, with the object as it is now, to be told by webhook. */
export function recordEvent(books: Books, type: string, object: { id: string }): void {
	const now = clock.now().getTime();
	const id = newId("evt");
	const created = Math.floor(now / SECOND_MS);
	const payload = JSON.stringify({
		id,
		object: "event",
		api_version: stripeSdk().API_VERSION,
		created,
		data: { object },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type,
	});
	books.events.push({
		id,
		type,
		created,
		payload,
		attempts: 0,
		nextAttemptAt: now,
		isDelivered: false,
		lastAnswer: null,
	});
	forgetOldEvents(books);
}

/**
 * Posts every event that is due to the webhook at `address`, all at once and so in no order, and
 * answers how many. What is not answered with a 2xx is tried again later, for three days.
 */
export async function deliverEvents(address = `${env.appUrl}/stripe/webhook`): Promise<number> {
	const now = clock.now().getTime();
	const due = readBooks().events.filter(
		({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now,
	);
	await Promise.all(due.map((event) => deliver(event, address)));
	return due.length;
}

/** The Stripe-Signature header of a webhook's body, signed now. */
export function signPayload(payload: string): Promise<string> {
	return stripeSdk().webhooks.generateTestHeaderStringAsync({
		payload,
		secret: env.stripe.webhookSecret,
		timestamp: clock.now().getTime() / SECOND_MS,
	});
}

async function deliver({ id, payload }: TillEvent, address: string): Promise<void> {
	const answer = await post(payload, address);
	changeBooks((books) => {
		const event = books.events.find((one) => one.id === id);
		if (!event) return;
		const now = clock.now().getTime();
		event.attempts += 1;
		event.isDelivered ||= answer.isTaken;
		event.lastAnswer = answer.text;
		const pause = Math.min(FIRST_RETRY_MS * 2 ** (event.attempts - 1), LONGEST_RETRY_MS);
		const isOver = event.isDelivered || now - event.created * SECOND_MS >= GIVE_UP_MS;
		event.nextAttemptAt = isOver ? null : now + pause;
	});
}

async function post(payload: string, address: string): Promise<{ isTaken: boolean; text: string }> {
	try {
		const response = await fetch(address, {
			method: "POST",
			headers: {
				"Content-Type": "application/json; charset=utf-8",
				"Stripe-Signature": await signPayload(payload),
			},
			body: payload,
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		await response.body?.cancel();
		return { isTaken: response.ok, text: `answered ${response.status}` };
	} catch {
		return { isTaken: false, text: "no answer" };
	}
}

function forgetOldEvents(books: Books): void {
	const over = books.events.filter(({ nextAttemptAt }) => nextAttemptAt === null);
	const forgotten = new Set(over.slice(0, -KEEP_EVENTS));
	books.events = books.events.filter((event) => !forgotten.has(event));
}
