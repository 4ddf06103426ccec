import { plural } from "#app/platform/count.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import {
	type BackOff,
	countFailure,
	forgiveFailure,
	forgiveFailures,
	TooMany,
} from "#app/platform/limits/limits.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";

/** Limits wrong passwords, counted per account and per client address. */
export const FAILED_SIGN_INS: BackOff = {
	name: "sign-in throttle",
	free: 5,
	firstWaitMs: MINUTE_MS,
	longestWaitMs: HOUR_MS,
	forgetMs: DAY_MS,
};

const ofAccount = (email: string) => `account ${email}`;
const ofAddress = (clientAddress: string) => `address ${clientAddress}`;

/**
 * Counts an attempt for the account and for the client address. It runs before the password is
 * checked, so that parallel attempts count too. Throws TooMany for `field` while either is blocked.
 */
export async function countSignIn(
	email: string,
	clientAddress: string,
	field?: string,
): Promise<void> {
	await transaction(async (tx) => {
		const waitMs = Math.max(
			countFailure(tx, FAILED_SIGN_INS, ofAccount(email)),
			countFailure(tx, FAILED_SIGN_INS, ofAddress(clientAddress)),
		);
		if (waitMs === 0) return;
		const wait = plural(Math.ceil(waitMs / MINUTE_MS), "minute");
		const text = `Too many failed sign-ins. Please wait ${wait} and try again.`;
		throw new TooMany(text, waitMs, field);
	});
}

/** After a success, forgets an account's attempts and the client address's latest one. */
export async function forgiveSignIn(email: string, clientAddress: string): Promise<void> {
	await transaction(async (tx) => {
		await forgiveAccount(tx, email);
		forgiveFailure(tx, FAILED_SIGN_INS, ofAddress(clientAddress));
	});
}

/** Forgets the attempts of an account whose owner has just proved the address. */
export async function forgiveAccount(tx: Transaction, email: string): Promise<void> {
	forgiveFailures(tx, FAILED_SIGN_INS, ofAccount(email));
}
