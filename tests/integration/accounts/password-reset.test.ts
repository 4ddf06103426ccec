import { beforeEach, expect, test } from "vitest";
import { resetPassword } from "#app/accounts/passwords/password-reset.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { hashPassword, PasswordsBusyError } from "#app/platform/crypto/passwords.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { askToReset, createUser, signInTo } from "../../kit/world/user.ts";

const NEW_PASSWORD = "purple monkey dishwasher";
const INVALID = "Invalid email or password. Please check your credentials and try again.";

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

async function forgetfulUser() {
	const user = await createUser();
	await askToReset(user.email);
	return { user, token: await mailedToken(user.email) };
}

test("the link is mailed to the account's address and leads to the reset page", async () => {
	const { user, token } = await forgetfulUser();
	const [mail] = await mailTo(user.email);
	expect(mail).toMatchObject({ to: user.email, subject: "Choose a new password" });
	expect(mail?.text).toContain(`${env.appUrl}/auth/reset?token=${token}`);
});

test("the new password works, the old one does not, and the owner is told", async () => {
	const { user, token } = await forgetfulUser();
	expect(await resetPassword(token, NEW_PASSWORD)).toBe(user.email);
	expect((await refusalOf(signInTo(user))).message).toBe(INVALID);
	expect(await signInTo(user, NEW_PASSWORD)).toBeTruthy();
	const [mail] = await mailTo(user.email);
	expect(mail).toMatchObject({ to: user.email, subject: "Your password was changed" });
	expect(mail?.text).toContain(`${env.appUrl}/auth/forgot`);
});

test("one of the most common passwords is refused, and the link still works", async () => {
	const { token } = await forgetfulUser();
	for (const common of ["123456", "Password", " qwerty ", "SmallPrint"]) {
		const attempt = () => refusalOf(resetPassword(token, common));
		expect(await withoutChange(attempt)).toMatchObject({
			message: "This password is one of the most common ones. Please choose another.",
			field: "password",
			status: 400,
		});
	}
	expect(await resetPassword(token, NEW_PASSWORD)).not.toBeNull();
});

test("a link that is not valid takes no turn from those whose passwords wait to be checked", async () => {
	const { token } = await forgetfulUser();
	await resetPassword(token, NEW_PASSWORD);
	const others = Array.from({ length: 36 }, () => hashPassword(NEW_PASSWORD));
	await expect(hashPassword(NEW_PASSWORD)).rejects.toThrow(PasswordsBusyError);
	expect(await resetPassword("made up", NEW_PASSWORD)).toBeNull();
	expect(await resetPassword(token, NEW_PASSWORD)).toBeNull();
	await Promise.all(others);
});

test("an account that failed sign-ins had blocked is open again", async () => {
	const { user, token } = await forgetfulUser();
	for (let n = 0; n < 6; n += 1) await refusalOf(signInTo(user, "a wrong guess"));
	expect((await refusalOf(signInTo(user))).status).toBe(429);
	await resetPassword(token, NEW_PASSWORD);
	expect(await signInTo(user, NEW_PASSWORD)).toBeTruthy();
});

test("every session of the user ends, and nobody else's", async () => {
	const { user, token } = await forgetfulUser();
	const elsewhere = await signInTo(user);
	const stranger = await createUser();
	await resetPassword(token, NEW_PASSWORD);
	expect(await accessForSession(user.token)).toBeNull();
	expect(await accessForSession(elsewhere)).toBeNull();
	expect(await accessForSession(stranger.token)).not.toBeNull();
	expect(await signInTo(stranger)).toBeTruthy();
});

test("of two passwords that two tabs choose at the same time, one counts", async () => {
	const { user, token } = await forgetfulUser();
	const passwords = ["first password", "second password"];
	const outcomes = await Promise.all(passwords.map((one) => resetPassword(token, one)));
	expect(outcomes.toSorted()).toEqual([user.email, null].toSorted());
	expect(await signInTo(user, passwords[outcomes.indexOf(user.email)])).toBeTruthy();
});

test("using one link spends the others that were mailed", async () => {
	const { user, token: first } = await forgetfulUser();
	advance(MINUTE_MS);
	await askToReset(user.email);
	const second = await mailedToken(user.email);
	expect(second).not.toBe(first);
	expect(await resetPassword(second, NEW_PASSWORD)).toBe(user.email);
	expect(await resetPassword(first, "stale password")).toBeNull();
	expect(await signInTo(user, NEW_PASSWORD)).toBeTruthy();
});

test("at most one link a minute is mailed", async () => {
	const { user } = await forgetfulUser();
	await Promise.all([askToReset(user.email), askToReset(user.email)]);
	advance(MINUTE_MS - 1);
	await askToReset(user.email);
	expect(await mailTo(user.email)).toHaveLength(1);
	advance(1);
	await askToReset(user.email);
	expect(await mailTo(user.email)).toHaveLength(2);
});

test("a confirmed address keeps the day it was confirmed on", async () => {
	const { user, token } = await forgetfulUser();
	const confirmedAt = () => rowsOf("User", user.userId)[0]?.emailConfirmedAt;
	const before = confirmedAt();
	advance(MINUTE_MS);
	await resetPassword(token, NEW_PASSWORD);
	expect(confirmedAt()).toBe(before);
	expect(before).toBeTruthy();
});
