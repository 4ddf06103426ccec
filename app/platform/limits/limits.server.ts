import { clock } from "#app/platform/clock.server.ts";
import { plural } from "#app/platform/count.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, later, MINUTE_MS } from "#app/platform/time.ts";
import { addUses, readUses, removeEndedUses, removeUses } from "./limits.sql.ts";

/** A rate limit: at most `most` uses in any `windowMs`. The name keeps two limits' counts apart. */
export type Limit = { name: string; most: number; windowMs: number };

/**
 * A limit and what it says once it is reached, at its form's field if it names one. `wait` is the
 * time until there is room, in words.
 */
export type RefusingLimit = Limit & { sentence: (wait: string) => string; field?: string };

/**
 * A back-off. The first `free` failures together cost a wait of `firstWaitMs`; each further one
 * doubles it, up to `longestWaitMs`. All are forgotten after `forgetMs` without a failure.
 */
export type BackOff = {
	name: string;
	free: number;
	firstWaitMs: number;
	longestWaitMs: number;
	forgetMs: number;
};

/** A refusal with status 429. `retryAfterSeconds` is for the Retry-After header. */
export class TooMany extends Refusal {
	readonly retryAfterSeconds: number;

	constructor(text: string, waitMs: number, field?: string) {
		super(text, { status: 429, field });
		this.retryAfterSeconds = Math.ceil(waitMs / 1000);
	}
}

/** Returns a wait in words, such as "12 minutes". */
export function inMinutes(waitMs: number): string {
	return plural(Math.ceil(waitMs / MINUTE_MS), "minute");
}

/**
 * Counts one use within the caller's transaction and returns 0. When the limit is reached, it
 * counts nothing and returns the milliseconds until there is room. `whose` is an id or an address,
 * of which a keyed hash is stored.
 */
export function countUse(tx: Transaction, limit: Limit, whose: string): number {
	const now = clock.now();
	const key = keyedHash(limit.name, whose);
	const endsAt = later(now, limit.windowMs);
	let room = limit.most;
	for (const uses of readUses(tx, key, now)) {
		// These were counted while the clock was ahead.
		if (uses.endsAt > endsAt) continue;
		room -= uses.count;
		if (room <= 0) return wait(limit.name, uses.endsAt.getTime() - now.getTime());
	}
	addUses(tx, key, { count: 1, endsAt });
	return 0;
}

/** Counts one use, as countUse does. Throws TooMany when the limit is reached. */
export function enforceLimit(tx: Transaction, limit: RefusingLimit, whose: string): void {
	const waitMs = countUse(tx, limit, whose);
	if (waitMs === 0) return;
	const isLong = limit.windowMs > DAY_MS;
	const wait = isLong ? plural(Math.ceil(waitMs / DAY_MS), "day") : inMinutes(waitMs);
	throw new TooMany(limit.sentence(wait), waitMs, limit.field);
}

/** Counts an attempt, as countUse counts a use. It is a failure until it is forgiven. */
export function countFailure(tx: Transaction, backOff: BackOff, whose: string): number {
	const now = clock.now();
	const key = keyedHash(backOff.name, whose);
	const [{ count, endsAt } = { count: 0, endsAt: now }] = readUses(tx, key, now);
	const failedAt = later(endsAt, -backOff.forgetMs);
	const waitMs = failedAt.getTime() + waitAfter(backOff, count) - now.getTime();
	// A wait longer than the longest was counted while the clock was ahead.
	if (waitMs > 0 && waitMs <= backOff.longestWaitMs) return wait(backOff.name, waitMs);
	removeUses(tx, key);
	addUses(tx, key, { count: count + 1, endsAt: later(now, backOff.forgetMs) });
	return 0;
}

/** Forgives the newest failure and allows the next attempt at once. */
export function forgiveFailure(tx: Transaction, backOff: BackOff, whose: string): void {
	const now = clock.now();
	const key = keyedHash(backOff.name, whose);
	const [failures] = readUses(tx, key, now);
	if (!failures) return;
	const count = failures.count - 1;
	// As if the wait after so many failures ended now.
	const endsAt = later(now, backOff.forgetMs - waitAfter(backOff, count));
	removeUses(tx, key);
	if (count > 0) addUses(tx, key, { count, endsAt });
}

/** Forgives all failures. */
export function forgiveFailures(tx: Transaction, backOff: BackOff, whose: string): void {
	removeUses(tx, keyedHash(backOff.name, whose));
}

/** Removes expired counts and returns how many rows that were. */
export function forgetOldLimits(): Promise<number> {
	return transaction(async (tx) => removeEndedUses(tx, clock.now()));
}

function wait(limit: string, waitMs: number): number {
	logEvent("limit reached", { limit, waitMs });
	return waitMs;
}

function waitAfter(backOff: BackOff, failures: number): number {
	if (failures < backOff.free) return 0;
	return Math.min(backOff.firstWaitMs * 2 ** (failures - backOff.free), backOff.longestWaitMs);
}
