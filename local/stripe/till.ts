/**
 * A local stand-in for Stripe that moves no money. It keeps a ledger in one file, serves Stripe's
 * API and pages like Stripe's, and sends signed webhooks.
 */
import crypto from "node:crypto";
import { JsonFile } from "../json-file.ts";
import { type Event, Ledger, type Prices } from "./ledger.ts";

const POLL_MS = 500;
const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60 * 60 * 1_000;
/** Stripe gives up on a webhook after as long. */
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1_000;

export type TillOptions = {
	file: string;
	/** The secret key that the app must send. */
	secretKey: string;
	webhookSecret: string;
	prices: Prices;
	now?: () => Date;
};

export class Till {
	readonly secretKey: string;
	readonly #webhookSecret: string;
	readonly #now: () => Date;
	readonly #file: JsonFile<Ledger>;

	constructor({ file, secretKey, webhookSecret, prices, now = () => new Date() }: TillOptions) {
		this.secretKey = secretKey;
		this.#webhookSecret = webhookSecret;
		this.#now = now;
		const open = (kept: unknown) => new Ledger(kept, now(), prices);
		this.#file = new JsonFile({ owner: "till", path: file, open });
	}

	/** Returns the ledger as it is now, and stores nothing. Throws a FileFault. */
	read(): Ledger {
		return this.#file.read();
	}

	/** Changes the ledger by `work`. On a FileFault, or when `work` throws, nothing is changed. */
	change<T>(work: (ledger: Ledger) => T): T {
		return this.#file.change(work);
	}

	/** Handles what is due: periods, late payments and open checkouts. */
	settle(): void {
		if (this.read().wasBehind) this.change(() => {});
	}

	/**
	 * Posts every due event to the webhook at `address`, all at once and so in no order. Returns how
	 * many. An event without a 2xx response is tried again for three days.
	 */
	async deliver(address: string): Promise<number> {
		const now = this.#now().getTime();
		const due = this.read().events.filter(
			({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now,
		);
		await Promise.all(due.map((event) => this.#deliver(event, address)));
		return due.length;
	}

	/** Returns the Stripe-Signature header for a webhook's body, signed now. */
	sign(payload: string): string {
		const at = Math.floor(this.#now().getTime() / 1_000);
		const hmac = crypto.createHmac("sha256", this.#webhookSecret).update(`${at}.${payload}`);
		return `t=${at},v1=${hmac.digest("hex")}`;
	}

	/**
	 * Starts the background work: ends and renews periods, and posts events to `address`. Returns a
	 * function that stops it and waits for the posts under way.
	 */
	start(address: string, onError: (error: unknown) => void): () => Promise<void> {
		let lastError = "";
		let isStopped = false;
		let timer: NodeJS.Timeout | undefined;
		const work = async () => {
			try {
				this.settle();
				await this.deliver(address);
				lastError = "";
			} catch (error) {
				// Report an unusable file once, and not twice a second.
				if (String(error) !== lastError) onError(error);
				lastError = String(error);
			}
			if (isStopped) return;
			timer = setTimeout(() => {
				running = work();
			}, POLL_MS);
		};
		let running = work();
		return async () => {
			isStopped = true;
			clearTimeout(timer);
			await running;
		};
	}

	async #deliver({ id, payload }: Event, address: string): Promise<void> {
		const reply = await this.#post(payload, address);
		this.change((ledger) => {
			const event = ledger.events.find((one) => one.id === id);
			if (!event) return;
			const now = this.#now().getTime();
			event.attempts += 1;
			event.isDelivered ||= reply.isTaken;
			event.lastReply = reply.text;
			const pause = Math.min(FIRST_RETRY_MS * 2 ** (event.attempts - 1), LONGEST_RETRY_MS);
			const isOver = event.isDelivered || now - event.created * 1_000 >= GIVE_UP_MS;
			event.nextAttemptAt = isOver ? null : now + pause;
		});
	}

	async #post(body: string, address: string): Promise<{ isTaken: boolean; text: string }> {
		try {
			const response = await fetch(address, {
				method: "POST",
				headers: {
					"Content-Type": "application/json; charset=utf-8",
					"Stripe-Signature": this.sign(body),
				},
				body,
				redirect: "manual",
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			await response.body?.cancel();
			return { isTaken: response.ok, text: `answered ${response.status}` };
		} catch {
			return { isTaken: false, text: "no answer" };
		}
	}
}
