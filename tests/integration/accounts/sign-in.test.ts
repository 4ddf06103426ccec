import { beforeEach, describe, expect, test } from "vitest";
import { accessForSession, EmailNotConfirmed, signIn } from "#app/accounts/session.server.ts";
import { countSignIn, forgiveSignIn } from "#app/accounts/sign-in-throttle.server.ts";
import { forgetOldLimits, TooMany } from "#app/platform/limits/limits.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes, dumpDatabase } from "../../kit/dump-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

const INVALID = "Invalid email or password. Please check your credentials and try again.";

let count = 0;
let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

/** An address that nobody signed in from. */
function freshAddress(): string {
	count += 1;
	return `198.51.100.${count}`;
}

/** Seconds that the next attempt must wait, or 0; counts as an attempt where it may be made. */
async function waitOf(email: string, address: string): Promise<number> {
	try {
		await countSignIn(email, address);
		return 0;
	} catch (error) {
		if (error instanceof TooMany) return error.retryAfterSeconds;
		throw error;
	}
}

describe("signing in", () => {
	test("opens a session with the right password", async () => {
		const user = await createUser();
		const token = await signIn({ email: user.email, password: PASSWORD }, freshAddress());
		expect(await accessForSession(token)).toMatchObject({
			userId: user.userId,
			email: user.email,
			accountName: user.accountName,
		});
	});

	test("is refused in the same words for a wrong password and for an unknown account", async () => {
		const user = await createUser();
		const address = freshAddress();
		for (const email of [user.email, "nobody@example.com"]) {
			const refusal = await refusalOf(signIn({ email, password: "wrong" }, address));
			expect(refusal).toMatchObject({ message: INVALID, field: null, status: 400 });
		}
	});

	test("names an unconfirmed address, but only to whoever knows the password", async () => {
		const user = await createUser({ confirmed: false });
		const before = dumpDatabase().Session;
		const known = await refusalOf(
			signIn({ email: user.email, password: PASSWORD }, freshAddress()),
		);
		expect(known).toBeInstanceOf(EmailNotConfirmed);
		expect(known.message).toBe("Email not confirmed.");
		const guessed = await refusalOf(
			signIn({ email: user.email, password: "wrong" }, freshAddress()),
		);
		expect(guessed).not.toBeInstanceOf(EmailNotConfirmed);
		expect(guessed.message).toBe(INVALID);
		expect(dumpDatabase().Session).toEqual(before);
	});
});

describe("guessing at one account from many addresses", () => {
	test("costs nothing four times, and a minute from the fifth failure on", async () => {
		const user = await createUser();
		for (let failure = 1; failure <= 5; failure += 1) {
			const refusal = await refusalOf(
				signIn({ email: user.email, password: "wrong" }, freshAddress()),
			);
			expect(refusal.message, `failure ${failure}`).toBe(INVALID);
		}
		const refusal = await refusalOf(
			signIn({ email: user.email, password: PASSWORD }, freshAddress()),
		);
		expect(refusal).toBeInstanceOf(TooMany);
		expect(refusal).toMatchObject({
			status: 429,
			retryAfterSeconds: 60,
			message: "Too many failed sign-ins. Please wait 1 minute and try again.",
		});
		advance(MINUTE_MS - 1);
		await refusalOf(signIn({ email: user.email, password: PASSWORD }, freshAddress()));
		advance(1);
		expect(await signIn({ email: user.email, password: PASSWORD }, freshAddress())).toBeTruthy();
	});

	test("waits twice as long after each further failure, up to an hour", async () => {
		const email = "doubling@example.com";
		for (let failure = 1; failure <= 5; failure += 1) {
			expect(await waitOf(email, freshAddress())).toBe(0);
		}
		const waits: number[] = [];
		for (let further = 0; further < 9; further += 1) {
			const seconds = await waitOf(email, freshAddress());
			waits.push(seconds / 60);
			advance(seconds * 1000);
			expect(await waitOf(email, freshAddress())).toBe(0);
		}
		expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	test("being told to wait does not make the wait longer", async () => {
		const email = "patient@example.com";
		for (let failure = 1; failure <= 5; failure += 1) await waitOf(email, freshAddress());
		const address = freshAddress();
		for (let attempt = 1; attempt <= 20; attempt += 1) {
			expect(await waitOf(email, address)).toBe(60);
		}
		advance(MINUTE_MS);
		expect(await waitOf(email, address)).toBe(0);
	});

	test("is forgiven by a success, which starts the count anew", async () => {
		const user = await createUser();
		for (let failure = 1; failure <= 4; failure += 1) await waitOf(user.email, freshAddress());
		await signIn({ email: user.email, password: PASSWORD }, freshAddress());
		for (let failure = 1; failure <= 5; failure += 1) {
			expect(await waitOf(user.email, freshAddress()), `failure ${failure}`).toBe(0);
		}
		expect(await waitOf(user.email, freshAddress())).toBe(60);
	});

	test("is forgotten after a day without a failure", async () => {
		const email = "forgotten@example.com";
		for (let failure = 1; failure <= 5; failure += 1) await waitOf(email, freshAddress());
		advance(DAY_MS);
		for (let failure = 1; failure <= 5; failure += 1) {
			expect(await waitOf(email, freshAddress())).toBe(0);
		}
		expect(await waitOf(email, freshAddress())).toBe(60);
	});

	test("counts guesses that are made at once", async () => {
		const user = await createUser();
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, () =>
				refusalOf(signIn({ email: user.email, password: "wrong" }, freshAddress())),
			),
		);
		const looked = outcomes.filter((refusal) => refusal.message === INVALID);
		expect(looked).toHaveLength(5);
		expect(outcomes.filter((refusal) => refusal instanceof TooMany)).toHaveLength(15);
	});

	test("does not keep anybody else from signing in", async () => {
		const user = await createUser();
		for (let failure = 1; failure <= 6; failure += 1) {
			await waitOf("victim@example.com", freshAddress());
		}
		expect(await signIn({ email: user.email, password: PASSWORD }, freshAddress())).toBeTruthy();
	});
});

describe("guessing at many accounts from one address", () => {
	test("waits from the fifth failure on, and other addresses don't", async () => {
		const user = await createUser();
		const address = freshAddress();
		for (let failure = 1; failure <= 5; failure += 1) {
			expect(await waitOf(`guess-${failure}@example.com`, address)).toBe(0);
		}
		const refusal = await refusalOf(signIn({ email: user.email, password: PASSWORD }, address));
		expect(refusal).toBeInstanceOf(TooMany);
		expect(await signIn({ email: user.email, password: PASSWORD }, freshAddress())).toBeTruthy();
	});

	test("is not wiped out by signing in to an account of one's own in between", async () => {
		const own = await createUser();
		const address = freshAddress();
		let guesses = 0;
		for (let round = 0; round < 20; round += 1) {
			if ((await waitOf(`target-${round}@example.com`, address)) === 0) guesses += 1;
			if ((await waitOf(own.email, address)) === 0) await forgiveSignIn(own.email, address);
		}
		expect(guesses).toBe(5);
	});

	test("leaves an address free that only ever succeeded", async () => {
		const user = await createUser();
		const address = freshAddress();
		for (let round = 0; round < 8; round += 1) {
			expect(await signIn({ email: user.email, password: PASSWORD }, address)).toBeTruthy();
		}
	});
});

test("counts are removed once they no longer matter", async () => {
	advance(365 * DAY_MS);
	await forgetOldLimits();
	await countSignIn("old@example.com", freshAddress());
	advance(DAY_MS - HOUR_MS);
	await countSignIn("new@example.com", freshAddress());
	advance(HOUR_MS + 1);
	expect(await forgetOldLimits()).toBe(2);
	expect(dumpDatabase().RateLimit).toHaveLength(2);
});

test("the database says neither who tried to sign in nor from where", async () => {
	await countSignIn("secretive@example.com", "192.0.2.123");
	const bytes = databaseBytes();
	expect(bytes.includes("secretive@example.com")).toBe(false);
	expect(bytes.includes("192.0.2.123")).toBe(false);
});
