/**
 * Stands in for Stripe on this machine: a till at which no money moves. It keeps a ledger in one
 * file, replies to Stripe's API, shows pages like Stripe's, and tells of what happened by signed
 * webhooks.
 */
import crypto from "node:crypto";
import { JsonFile } from "../json-file.ts";
import { type Event, Ledger, type Prices } from "./ledger.ts";

const POLL_MS = 500;
const TIMEOUT_MS = 10_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60 * 60 * 1_000;
/** As at Stripe. */
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1_000;

export type TillOptions = {
	file: string;
	/** What the app has to show. */
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

	/** The ledger as it stands now. Stores nothing. Throws a FileFault. */
	read(): Ledger {
		return this.#file.read();
	}

	/** Changes the ledger by `work`. Throws a FileFault and what `work` throws, with nothing changed. */
	change<T>(work: (ledger: Ledger) => T): T {
		return this.#file.change(work);
	}

	/** Ends and renews what is due: periods, late payments, open checkouts. */
	settle(): void {
		if (this.read().wasBehind) this.change(() => {});
	}

	/**
	 * Posts every event that is due to the webhook at `address`, all at once and so in no order, and
	 * returns how many. What gets no 2xx is tried again later, for three days.
	 */
	async deliver(address: string): Promise<number> {
		const now = this.#now().getTime();
		const due = this.read().events.filter(
			({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now,
		);
		await Promise.all(due.map((event) => this.#deliver(event, address)));
		return due.length;
	}

	/** The Stripe-Signature header of a webhook's body, signed now. */
	sign(payload: string): string {
		const at = Math.floor(this.#now().getTime() / 1_000);
		const hmac = crypto.createHmac("sha256", this.#webhookSecret).update(`${at}.${payload}`);
		return `t=${at},v1=${hmac.digest("hex")}`;
	}

	/**
	 * Starts what Stripe does by itself: it ends and renews periods, and posts events to `address`.
	 * Returns what stops it, once the posts under way are over.
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
				// A file that can't be used is told of once, and not twice a second.
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
