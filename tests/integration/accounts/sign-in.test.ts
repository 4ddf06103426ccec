import { beforeEach, describe, expect, test } from "vitest";
import { accessForSession, EmailNotConfirmed, signIn } from "#app/accounts/session.server.ts";
import { countSignIn, forgiveSignIn } from "#app/accounts/sign-in-throttle.server.ts";
import { forgetOldLimits, TooMany } from "#app/platform/limits/limits.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes, readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, freshAddress, PASSWORD, signInTo } from "../../kit/world/user.ts";

const INVALID = "Invalid email or password. Please check your credentials and try again.";

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

/** Seconds that the next attempt must wait, or 0; counts as an attempt where it may be made. */
async function waitOf(email: string, clientAddress = freshAddress()): Promise<number> {
	try {
		await countSignIn({ email, clientAddress });
		return 0;
	} catch (error) {
		if (error instanceof TooMany) return error.retryAfterSeconds;
		throw error;
	}
}

/** Fails to sign in from new addresses, and expects that no attempt had to wait. */
async function failTimes(times: number, email: string): Promise<void> {
	for (let failure = 1; failure <= times; failure += 1) {
		expect(await waitOf(email), `failure ${failure}`).toBe(0);
	}
}

describe("signing in", () => {
	test("opens a session with the right password", async () => {
		const user = await createUser();
		const token = await signInTo(user);
		expect(await accessForSession(token)).toMatchObject({
			userId: user.userId,
			email: user.email,
			accountName: user.accountName,
		});
	});

	test("is refused in the same words for a wrong password and for an unknown account", async () => {
		const user = await createUser();
		const clientAddress = freshAddress();
		for (const email of [user.email, "nobody@example.com"]) {
			const refusal = await refusalOf(signIn({ email, password: "wrong" }, { clientAddress }));
			expect(refusal).toMatchObject({ message: INVALID, field: null, status: 400 });
		}
	});

	test("names an unconfirmed address, but only to whoever knows the password", async () => {
		const user = await createUser({ confirmed: false });
		const known = await refusalOf(signInTo(user));
		expect(known).toBeInstanceOf(EmailNotConfirmed);
		expect(known.message).toBe("Email not confirmed.");
		const guessed = await refusalOf(signInTo(user, "wrong"));
		expect(guessed).not.toBeInstanceOf(EmailNotConfirmed);
		expect(guessed.message).toBe(INVALID);
		expect(rowsOf("Session", user.userId)).toHaveLength(1);
	});
});

describe("guessing at one account from many addresses", () => {
	test("costs nothing four times, and a minute from the fifth failure on", async () => {
		const user = await createUser();
		for (let failure = 1; failure <= 5; failure += 1) {
			const refusal = await refusalOf(signInTo(user, "wrong"));
			expect(refusal.message, `failure ${failure}`).toBe(INVALID);
		}
		const refusal = await refusalOf(signInTo(user));
		expect(refusal).toBeInstanceOf(TooMany);
		expect(refusal).toMatchObject({
			status: 429,
			retryAfterSeconds: 60,
			message: "Too many failed sign-ins. Please wait 1 minute and try again.",
		});
		advance(MINUTE_MS - 1);
		await refusalOf(signInTo(user));
		advance(1);
		expect(await signInTo(user)).toBeTruthy();
	});

	test("waits twice as long after each further failure, up to an hour", async () => {
		const email = "doubling@example.com";
		await failTimes(5, email);
		const waits: number[] = [];
		for (let further = 0; further < 9; further += 1) {
			const seconds = await waitOf(email);
			waits.push(seconds / 60);
			advance(seconds * 1000);
			expect(await waitOf(email)).toBe(0);
		}
		expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	test("being told to wait does not make the wait longer", async () => {
		const email = "patient@example.com";
		await failTimes(5, email);
		const address = freshAddress();
		for (let attempt = 1; attempt <= 20; attempt += 1) {
			expect(await waitOf(email, address)).toBe(60);
		}
		advance(MINUTE_MS);
		expect(await waitOf(email, address)).toBe(0);
	});

	test("is forgiven by a success, which starts the count anew", async () => {
		const user = await createUser();
		await failTimes(4, user.email);
		await signInTo(user);
		await failTimes(5, user.email);
		expect(await waitOf(user.email)).toBe(60);
	});

	test("is forgotten after a day without a failure", async () => {
		const email = "forgotten@example.com";
		await failTimes(5, email);
		advance(DAY_MS);
		await failTimes(5, email);
		expect(await waitOf(email)).toBe(60);
	});

	test("counts guesses that are made at once", async () => {
		const user = await createUser();
		const guesses = Array.from({ length: 20 }, () => refusalOf(signInTo(user, "wrong")));
		const outcomes = await Promise.all(guesses);
		expect(outcomes.filter(({ message }) => message === INVALID)).toHaveLength(5);
		expect(outcomes.filter((refusal) => refusal instanceof TooMany)).toHaveLength(15);
	});

	test("does not keep anybody else from signing in", async () => {
		const user = await createUser();
		await failTimes(5, "victim@example.com");
		expect(await waitOf("victim@example.com")).toBe(60);
		expect(await signInTo(user)).toBeTruthy();
	});
});

describe("guessing at many accounts from one address", () => {
	/** Fails at so many accounts of nobody's, and expects that no attempt had to wait. */
	async function failAt(accounts: number, clientAddress: string) {
		for (let n = 1; n <= accounts; n += 1) {
			expect(await waitOf(`guess-${n}@example.com`, clientAddress)).toBe(0);
		}
	}

	test("waits from the hundredth failure on, because offices share one, and others don't", async () => {
		const user = await createUser();
		const clientAddress = freshAddress();
		await failAt(100, clientAddress);
		const attempt = signIn({ email: user.email, password: PASSWORD }, { clientAddress });
		expect(await refusalOf(attempt)).toBeInstanceOf(TooMany);
		expect(await signInTo(user)).toBeTruthy();
	});

	test("is not wiped out by signing in to an account of one's own in between", async () => {
		const own = await createUser();
		const clientAddress = freshAddress();
		await failAt(95, clientAddress);
		let guesses = 0;
		for (let round = 0; round < 20; round += 1) {
			if ((await waitOf(`target-${round}@example.com`, clientAddress)) === 0) guesses += 1;
			if ((await waitOf(own.email, clientAddress)) === 0) {
				await forgiveSignIn({ email: own.email, clientAddress });
			}
		}
		expect(guesses).toBe(5);
	});

	test("leaves an address free that only ever succeeded", async () => {
		const user = await createUser();
		const clientAddress = freshAddress();
		for (let round = 0; round < 8; round += 1) {
			expect(
				await signIn({ email: user.email, password: PASSWORD }, { clientAddress }),
			).toBeTruthy();
		}
	});
});

describe("a browser that has signed in before", () => {
	const knownBrowser = "its mark";

	test("is not blocked by failures elsewhere, at the account or at its address", async () => {
		const user = await createUser();
		const clientAddress = freshAddress();
		await failTimes(5, user.email);
		expect(await waitOf(user.email)).toBe(60);
		const known = { clientAddress, knownBrowser };
		expect(await signIn({ email: user.email, password: PASSWORD }, known)).toBeTruthy();
		// Its success tells nothing about whoever guesses elsewhere.
		expect(await waitOf(user.email)).toBe(60);
	});

	test("waits for its own failures, which block nobody else", async () => {
		const user = await createUser();
		const known = { clientAddress: freshAddress(), knownBrowser };
		const guess = () => refusalOf(signIn({ email: user.email, password: "wrong" }, known));
		for (let failure = 1; failure <= 5; failure += 1) await guess();
		expect(await guess()).toMatchObject({ status: 429, retryAfterSeconds: 60 });
		expect(await signInTo(user)).toBeTruthy();
	});
});

test("signing in ends the session that was there, also another account's", async () => {
	const [before, user] = [await createUser(), await createUser()];
	const from = { clientAddress: freshAddress(), endedToken: before.token };
	const token = await signIn({ email: user.email, password: PASSWORD }, from);
	expect(await accessForSession(before.token)).toBeNull();
	expect(await accessForSession(token)).toMatchObject({ userId: user.userId });
});

test("counts are removed once they no longer matter", async () => {
	advance(365 * DAY_MS);
	await forgetOldLimits();
	await waitOf("old@example.com");
	advance(DAY_MS - HOUR_MS);
	await waitOf("new@example.com");
	advance(HOUR_MS + 1);
	expect(await forgetOldLimits()).toBe(2);
	expect(readDatabase().RateLimit).toHaveLength(2);
});

test("the database says neither who tried to sign in nor from where", async () => {
	await waitOf("secretive@example.com", "192.0.2.123");
	const bytes = databaseBytes();
	expect(bytes.includes("secretive@example.com")).toBe(false);
	expect(bytes.includes("192.0.2.123")).toBe(false);
});
