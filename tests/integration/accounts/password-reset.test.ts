import { beforeEach, expect, test } from "vitest";
import { accessForSession, signIn } from "#app/accounts/session.server.ts";
import {
	confirmEmail,
	readPasswordReset,
	requestPasswordReset,
	resetPassword,
	signUp,
} from "#app/accounts/user.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes, dumpDatabase } from "../../kit/dump-database.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

const NEW_PASSWORD = "purple monkey dishwasher";
const INVALID = "Invalid email or password. Please check your credentials and try again.";

let advance: (ms: number) => void;
let count = 0;

beforeEach(() => {
	advance = stopClock();
});

async function forgetfulUser() {
	const user = await createUser();
	await requestPasswordReset(user.email);
	return { user, token: await mailedToken(user.email) };
}

function trySignIn(email: string, password: string): Promise<string> {
	count += 1;
	return signIn({ email, password }, `192.0.2.${count}`);
}

test("the link is mailed to the account's address and leads to the reset page", async () => {
	const { user, token } = await forgetfulUser();
	const [mail] = await mailTo(user.email);
	expect(mail).toMatchObject({ to: user.email, subject: "Choose a new password" });
	expect(mail?.text).toContain(`${env.appUrl}/auth/reset?token=${token}`);
});

test("an address without an account gets the same answer and no mail", async () => {
	const user = await createUser();
	const before = dumpDatabase();
	expect(await requestPasswordReset("nobody@example.com")).toBeUndefined();
	expect(dumpDatabase()).toEqual(before);
	expect(await requestPasswordReset(user.email)).toBeUndefined();
	expect(await mailTo(user.email)).toHaveLength(1);
});

test("the new password works, the old one does not, and the owner is told", async () => {
	const { user, token } = await forgetfulUser();
	expect(await resetPassword(token, NEW_PASSWORD)).toBe(true);
	expect((await refusalOf(trySignIn(user.email, PASSWORD))).message).toBe(INVALID);
	expect(await trySignIn(user.email, NEW_PASSWORD)).toBeTruthy();
	const [mail] = await mailTo(user.email);
	expect(mail).toMatchObject({ to: user.email, subject: "Your password was changed" });
	expect(mail?.text).toContain(`${env.appUrl}/auth/forgot`);
});

test("an account that failed sign-ins had blocked is open again", async () => {
	const { user, token } = await forgetfulUser();
	for (let n = 0; n < 6; n += 1) await refusalOf(trySignIn(user.email, "a wrong guess"));
	expect((await refusalOf(trySignIn(user.email, PASSWORD))).status).toBe(429);
	await resetPassword(token, NEW_PASSWORD);
	expect(await trySignIn(user.email, NEW_PASSWORD)).toBeTruthy();
});

test("every session of the user ends, and nobody else's", async () => {
	const { user, token } = await forgetfulUser();
	const elsewhere = await trySignIn(user.email, PASSWORD);
	const stranger = await createUser();
	await resetPassword(token, NEW_PASSWORD);
	expect(await accessForSession(user.token)).toBeNull();
	expect(await accessForSession(elsewhere)).toBeNull();
	expect(await accessForSession(stranger.token)).not.toBeNull();
	expect(await trySignIn(stranger.email, PASSWORD)).toBeTruthy();
});

test("a link works once, also when two tabs use it at the same time", async () => {
	const { user, token } = await forgetfulUser();
	const outcomes = await Promise.all([
		resetPassword(token, "first password"),
		resetPassword(token, "second password"),
	]);
	expect(outcomes.toSorted()).toEqual([false, true]);
	const before = dumpDatabase();
	expect(await resetPassword(token, "third password")).toBe(false);
	expect(await readPasswordReset(token)).toMatchObject({ state: "used" });
	expect(dumpDatabase()).toEqual(before);
	const winner = outcomes[0] ? "first password" : "second password";
	expect(await trySignIn(user.email, winner)).toBeTruthy();
});

test("a link works for one hour to the millisecond", async () => {
	const { token } = await forgetfulUser();
	advance(HOUR_MS);
	expect(await readPasswordReset(token)).toMatchObject({ state: "expired" });
	const before = dumpDatabase();
	expect(await resetPassword(token, NEW_PASSWORD)).toBe(false);
	expect(dumpDatabase()).toEqual(before);
	advance(-1);
	expect(await readPasswordReset(token)).toMatchObject({ state: "valid" });
	expect(await resetPassword(token, NEW_PASSWORD)).toBe(true);
});

test("using one link spends the others that were mailed", async () => {
	const { user, token: first } = await forgetfulUser();
	advance(MINUTE_MS);
	await requestPasswordReset(user.email);
	const second = await mailedToken(user.email);
	expect(second).not.toBe(first);
	expect(await resetPassword(second, NEW_PASSWORD)).toBe(true);
	expect(await resetPassword(first, "stale password")).toBe(false);
	expect(await trySignIn(user.email, NEW_PASSWORD)).toBeTruthy();
});

test("at most one link a minute is mailed", async () => {
	const { user } = await forgetfulUser();
	await Promise.all([requestPasswordReset(user.email), requestPasswordReset(user.email)]);
	advance(MINUTE_MS - 1);
	await requestPasswordReset(user.email);
	expect(await mailTo(user.email)).toHaveLength(1);
	advance(1);
	await requestPasswordReset(user.email);
	expect(await mailTo(user.email)).toHaveLength(2);
});

test("a link that came by mail confirms the address too", async () => {
	const email = "unconfirmed@example.com";
	await signUp({ email, password: PASSWORD });
	await requestPasswordReset(email);
	await resetPassword(await mailedToken(email), NEW_PASSWORD);
	expect(await trySignIn(email, NEW_PASSWORD)).toBeTruthy();
});

test("a confirmation link sets no password, and a made-up one neither", async () => {
	const email = "confirming@example.com";
	await signUp({ email, password: PASSWORD });
	const confirmation = await mailedToken(email);
	const before = dumpDatabase();
	for (const token of [confirmation, "", "x", "\u0000", hashToken(confirmation)]) {
		expect(await readPasswordReset(token)).toEqual({ state: "unknown" });
		expect(await resetPassword(token, NEW_PASSWORD)).toBe(false);
	}
	expect(dumpDatabase()).toEqual(before);
	expect(await confirmEmail(confirmation)).not.toBeNull();
});

test("a confirmed address keeps the day it was confirmed on", async () => {
	const { user, token } = await forgetfulUser();
	const confirmedAt = () =>
		(dumpDatabase().User as { id: string; emailConfirmedAt: unknown }[]).find(
			({ id }) => id === user.userId,
		)?.emailConfirmedAt;
	const before = confirmedAt();
	advance(MINUTE_MS);
	await resetPassword(token, NEW_PASSWORD);
	expect(confirmedAt()).toBe(before);
	expect(before).toBeTruthy();
});

test("neither the link nor a password is anywhere in the database file", async () => {
	const { token } = await forgetfulUser();
	await resetPassword(token, NEW_PASSWORD);
	const bytes = databaseBytes();
	expect(bytes.includes(hashToken(token))).toBe(true);
	expect(bytes.includes(token)).toBe(false);
	expect(bytes.includes(NEW_PASSWORD)).toBe(false);
});
