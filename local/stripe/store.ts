import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "#app/platform/env.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** Nobody holds the books for nearly as long; a lock this old was left by a crash. */
const LOCK_LIFE_MS = 5 * SECOND_MS;
const LOCK_POLL_MS = 2;

/** Whole seconds since 1970, as everywhere at Stripe. */
export type Seconds = number;

export type TillCustomer = {
	id: string;
	email: string | null;
	metadata: Record<string, string>;
	created: Seconds;
	/** Stripe keeps the ids of deleted customers, and refuses them. */
	isDeleted: boolean;
	/** Whether the card that they pay with is declined. */
	cardDeclines: boolean;
};

export type TillSubscription = {
	id: string;
	itemId: string;
	customerId: string;
	priceId: string;
	status: "active" | "past_due" | "unpaid" | "canceled";
	created: Seconds;
	periodStart: Seconds;
	periodEnd: Seconds;
	cancelAt: Seconds | null;
	cancelAtPeriodEnd: boolean;
	canceledAt: Seconds | null;
	endedAt: Seconds | null;
	/** Payments of the current period that were declined, and when the next is tried. */
	failedPayments: number;
	nextPaymentAt: Seconds | null;
};

export type TillCheckout = {
	id: string;
	customerId: string;
	priceId: string;
	metadata: Record<string, string>;
	successUrl: string;
	cancelUrl: string;
	status: "open" | "complete" | "expired";
	created: Seconds;
	expiresAt: Seconds;
	subscriptionId: string | null;
};

export type TillConfiguration = {
	id: string;
	features: unknown;
	metadata: Record<string, string>;
	created: Seconds;
};

export type TillPortal = {
	id: string;
	customerId: string;
	configurationId: string;
	returnUrl: string;
	created: Seconds;
};

export type TillEvent = {
	id: string;
	type: string;
	created: Seconds;
	/** The body of the webhook. */
	payload: string;
	attempts: number;
	/** When it is due, in milliseconds since 1970; null once it was taken or given up. */
	nextAttemptAt: number | null;
	isDelivered: boolean;
	/** What the last attempt came to, for people. */
	lastAnswer: string | null;
};

/** The first answer to an idempotency key. */
type TillAnswer = {
	key: string;
	/** Of the request, so that another one under the same key is told. */
	fingerprint: string;
	status: number;
	body: unknown;
	created: Seconds;
};

export type Books = {
	customers: TillCustomer[];
	subscriptions: TillSubscription[];
	checkouts: TillCheckout[];
	configurations: TillConfiguration[];
	portals: TillPortal[];
	events: TillEvent[];
	answers: TillAnswer[];
};

/** The till's file can't be used. The message is a sentence that says what to do. */
export class TillError extends Error {
	override name = "TillError";
}

/** Reads the books, as they are on disk now. Throws a TillError when they can't be read. */
export function readBooks(): Books {
	const file = booksFile();
	let text: string;
	try {
		text = fs.readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return emptyBooks();
		throw new TillError(`The local till can't read ${file}. Check the permissions of its folder.`);
	}
	try {
		return toBooks(JSON.parse(text));
	} catch {
		throw new TillError(
			`The local till can't make sense of ${file}. Delete it, and the till starts empty.`,
		);
	}
}

/**
 * Reads the books, changes them by `work`, and stores them whole. Nobody else, in this process or
 * another, changes them meanwhile. Throws what `work` throws, and then nothing is changed.
 */
export function changeBooks<T>(work: (books: Books) => T): T {
	const unlock = lock();
	try {
		const books = readBooks();
		const result = work(books);
		writeBooks(books);
		return result;
	} finally {
		unlock();
	}
}

/** A new id as Stripe makes them, such as cus_4f1c…. */
export function newId(prefix: string): string {
	return `${prefix}_${crypto.randomBytes(12).toString("hex")}`;
}

function booksFile(): string {
	return path.join(path.dirname(env.databaseFile), "till.json");
}

function emptyBooks(): Books {
	return {
		customers: [],
		subscriptions: [],
		checkouts: [],
		configurations: [],
		portals: [],
		events: [],
		answers: [],
	};
}

function toBooks(value: unknown): Books {
	const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
	const books = { ...emptyBooks(), ...(value as Books) };
	if (!isObject || !Object.values(books).every(Array.isArray)) throw new Error("No books");
	return books;
}

function writeBooks(books: Books): void {
	const file = booksFile();
	const draft = `${file}.${process.pid}`;
	try {
		fs.writeFileSync(draft, JSON.stringify(books, null, "\t"), { mode: 0o600 });
		fs.renameSync(draft, file);
	} catch (error) {
		throw cantWrite(file, error);
	}
}

/** Takes the lock beside the file, waiting for whoever has it; the answer gives it back. */
function lock(): () => void {
	const file = `${booksFile()}.lock`;
	for (;;) {
		try {
			fs.closeSync(fs.openSync(file, "wx", 0o600));
			return () => fs.rmSync(file, { force: true });
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cantWrite(file, error);
		}
		const takenAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
		if (takenAt !== undefined && Date.now() - takenAt > LOCK_LIFE_MS) {
			fs.rmSync(file, { force: true });
		} else {
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
		}
	}
}

function cantWrite(file: string, error: unknown): TillError {
	const { code } = error as NodeJS.ErrnoException;
	return new TillError(
		`The local till can't write ${file} (${code}). Check the disk and the permissions of its folder.`,
	);
}
