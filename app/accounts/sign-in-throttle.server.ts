import { clock } from "#app/platform/clock.server.ts";
import { plural } from "#app/platform/count.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#app/platform/time.ts";

/** Failures that cost nothing; the next one waits a minute, then two, four, … at most an hour. */
export const FREE_FAILURES = 5;
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
const FORGET_MS = DAY_MS;

/** A password that must wait: status 429, `retryAfterSeconds` for the header. */
export class TooManySignIns extends Refusal {
	readonly retryAfterSeconds: number;

	constructor(waitMs: number, field?: string) {
		const wait = plural(Math.ceil(waitMs / MINUTE_MS), "minute");
		super(`Too many failed sign-ins. Please wait ${wait} and try again.`, { status: 429, field });
		this.retryAfterSeconds = Math.ceil(waitMs / 1000);
	}
}

/**
 * Counts an attempt for the account and for the client address before the password is looked at,
 * so that attempts made at once count too. Throws TooManySignIns, for `field`, while either is
 * blocked.
 */
export async function countSignIn(
	email: string,
	clientAddress: string,
	field?: string,
): Promise<void> {
	const now = clock.now();
	const keys = throttleKeys(email, clientAddress);
	await transaction(async (tx) => {
		const rows = await tx.signInThrottle.findMany({ where: { key: { in: keys } } });
		// A longer wait than there is was written while the clock went wrong.
		const waits = rows
			.map((row) => row.blockedUntil.getTime() - now.getTime())
			.filter((ms) => ms <= LONGEST_WAIT_MS);
		const waitMs = Math.max(...waits, 0);
		if (waitMs > 0) throw new TooManySignIns(waitMs, field);
		for (const key of keys) {
			const row = rows.find((candidate) => candidate.key === key);
			const remembered = row && now.getTime() - row.lastFailureAt.getTime() < FORGET_MS;
			const failures = (remembered ? row.failures : 0) + 1;
			const data = { failures, lastFailureAt: now, blockedUntil: later(now, waitAfter(failures)) };
			await tx.signInThrottle.upsert({ where: { key }, update: data, create: { key, ...data } });
		}
	});
}

/** Forgets the attempts of an account, and this one of the address, after a success. */
export async function forgiveSignIn(email: string, clientAddress: string): Promise<void> {
	const [account, address] = throttleKeys(email, clientAddress);
	await transaction(async (tx) => {
		await tx.signInThrottle.deleteMany({ where: { key: account } });
		await tx.signInThrottle.updateMany({
			where: { key: address },
			data: { failures: { decrement: 1 }, blockedUntil: clock.now() },
		});
	});
}

/** Forgets the attempts of an account whose owner has just proved the address. */
export async function forgiveAccount(tx: Transaction, email: string): Promise<void> {
	const [account] = throttleKeys(email, "");
	await tx.signInThrottle.deleteMany({ where: { key: account } });
}

/** Removes counts that no longer matter. Answers how many. */
export async function forgetOldSignIns(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.signInThrottle.deleteMany({
			where: { lastFailureAt: { lt: later(clock.now(), -FORGET_MS) } },
		}),
	);
	return count;
}

function waitAfter(failures: number): number {
	if (failures < FREE_FAILURES) return 0;
	return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}

/** Keyed hashes: the table tells nobody who tried to sign in from where. */
function throttleKeys(email: string, clientAddress: string): [string, string] {
	return [
		keyedHash("sign-in throttle", `account ${email}`),
		keyedHash("sign-in throttle", `address ${clientAddress}`),
	];
}
