import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import {
	type BackOff,
	countFailure,
	forgiveFailure,
	forgiveFailures,
	inMinutes,
	TooMany,
} from "#app/platform/limits/limits.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";

/** Limits wrong passwords: of an account, of a browser that knows it, or of a session. */
export const FAILED_SIGN_INS: BackOff = {
	name: "sign-in throttle",
	free: 5,
	firstWaitMs: MINUTE_MS,
	longestWaitMs: HOUR_MS,
	forgetMs: DAY_MS,
};

/** Limits wrong passwords of a client address, which an office or a phone network shares. */
const FAILED_AT_ADDRESS: BackOff = {
	...FAILED_SIGN_INS,
	name: "address throttle",
	free: 100,
};

/** Who enters a password. `knownBrowser` is the mark of a browser that signed in to the account. */
export type Attempt = { email: string; clientAddress: string; knownBrowser?: string | null };

const ofAccount = (email: string) => `account ${email}`;
const ofBrowser = ({ email, knownBrowser }: Attempt) => `browser ${knownBrowser} ${email}`;
const ofSession = ({ sessionId }: { sessionId: string }) => `session ${sessionId}`;

/**
 * Counts an attempt: of a browser that knows the account alone, and otherwise of the account and
 * the client address. So nobody's failures elsewhere lock the owner out (ADR 71). It runs before
 * the password is checked, so that parallel attempts count too. Throws TooMany for `field` while
 * one of them is blocked.
 */
export async function countSignIn(attempt: Attempt, field?: string): Promise<void> {
	await transaction(async (tx) => {
		if (attempt.knownBrowser) {
			return refuseAfter(countFailure(tx, FAILED_SIGN_INS, ofBrowser(attempt)), field);
		}
		const waitMs = countFailure(tx, FAILED_SIGN_INS, ofAccount(attempt.email));
		const addressMs = countFailure(tx, FAILED_AT_ADDRESS, attempt.clientAddress);
		refuseAfter(Math.max(waitMs, addressMs), field);
	});
}

/** After a success, forgets the attempts that were counted, and a client address's latest one. */
export async function forgiveSignIn(attempt: Attempt): Promise<void> {
	await transaction(async (tx) => {
		if (attempt.knownBrowser) return forgiveFailures(tx, FAILED_SIGN_INS, ofBrowser(attempt));
		forgiveAccount(tx, attempt.email);
		forgiveFailure(tx, FAILED_AT_ADDRESS, attempt.clientAddress);
	});
}

/** Counts an attempt of a session whose user enters the password again. Throws as countSignIn. */
export async function countProof(session: { sessionId: string }, field: string): Promise<void> {
	await transaction(async (tx) =>
		refuseAfter(countFailure(tx, FAILED_SIGN_INS, ofSession(session)), field),
	);
}

/** Forgets the attempts of a session after a success. */
export async function forgiveProof(session: { sessionId: string }): Promise<void> {
	await transaction(async (tx) => forgiveFailures(tx, FAILED_SIGN_INS, ofSession(session)));
}

/** Counts an attempt of the account alone, in the caller's transaction. Throws as countSignIn. */
export function countAccount(tx: Transaction, email: string, field: string): void {
	refuseAfter(countFailure(tx, FAILED_SIGN_INS, ofAccount(email)), field);
}

/** Forgets the attempts of an account whose owner has just proved the address or the password. */
export function forgiveAccount(tx: Transaction, email: string): void {
	forgiveFailures(tx, FAILED_SIGN_INS, ofAccount(email));
}

function refuseAfter(waitMs: number, field?: string): void {
	if (waitMs === 0) return;
	const text = `Too many failed sign-ins. Please wait ${inMinutes(waitMs)} and try again.`;
	throw new TooMany(text, waitMs, field);
}
