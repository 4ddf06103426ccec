import { expect, test } from "vitest";
import { accessForSession, forgetOldSessions, signIn } from "#app/accounts/session.server.ts";
import {
	confirmEmail,
	readConfirmation,
	requestConfirmation,
	requestPasswordReset,
	resetPassword,
	signUp,
} from "#app/accounts/user.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes, dumpDatabase } from "../../kit/dump-database.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

const EXISTS = "An account with this email already exists. Please try logging in instead.";
const ADDRESS = "203.0.113.7";

let count = 0;

async function signUpSomebody() {
	count += 1;
	const email = `new-${count}@example.com`;
	await signUp({ email, password: PASSWORD });
	return { email, token: await mailedToken(email) };
}

test("a new account gets one mail with a link to the confirmation page", async () => {
	const { email, token } = await signUpSomebody();
	const mails = await mailTo(email);
	expect(mails).toHaveLength(1);
	expect(mails[0]).toMatchObject({ to: email, subject: "Confirm your e-mail address" });
	expect(mails[0]?.text).toContain(`${env.appUrl}/auth/confirm?token=${token}`);
	expect(mails[0]?.html).toContain(`href="${env.appUrl}/auth/confirm?token=${token}"`);
});

test("looking at the link changes nothing, and confirming opens a session", async () => {
	const { email, token } = await signUpSomebody();
	const before = dumpDatabase();
	expect(await readConfirmation(token)).toMatchObject({ state: "valid" });
	expect(dumpDatabase()).toEqual(before);

	const session = await confirmEmail(token);
	const access = await accessForSession(session ?? "");
	expect(access).toMatchObject({ email, accountName: null, adminRole: null });
	expect(await signIn({ email, password: PASSWORD }, ADDRESS)).toMatch(/^[\w-]{43}$/);
});

test("a link confirms once", async () => {
	const { token } = await signUpSomebody();
	await confirmEmail(token);
	const before = dumpDatabase();
	expect(await confirmEmail(token)).toBeNull();
	expect(await readConfirmation(token)).toMatchObject({ state: "used" });
	expect(dumpDatabase()).toEqual(before);
});

test("confirming by one link ends the others, and so does a new password", async () => {
	const advance = stopClock();
	const { email, token } = await signUpSomebody();
	advance(MINUTE_MS);
	await requestConfirmation(email);
	const second = await mailedToken(email);
	expect(second).not.toBe(token);
	await confirmEmail(second);
	expect(await readConfirmation(token)).toMatchObject({ state: "used" });
	expect(await confirmEmail(token)).toBeNull();

	const other = await signUpSomebody();
	await requestPasswordReset(other.email);
	expect(await resetPassword(await mailedToken(other.email), "another-password")).toBe(true);
	expect(await confirmEmail(other.token)).toBeNull();
});

test("two clicks on the button at once open one session", async () => {
	const { token } = await signUpSomebody();
	const sessions = await Promise.all([confirmEmail(token), confirmEmail(token)]);
	expect(sessions.filter((session) => session !== null)).toHaveLength(1);
});

test("a link works for 24 hours to the millisecond", async () => {
	const advance = stopClock();
	const { token } = await signUpSomebody();
	advance(DAY_MS - 1);
	expect(await readConfirmation(token)).toMatchObject({ state: "valid" });
	advance(1);
	expect(await readConfirmation(token)).toMatchObject({ state: "expired" });
	const before = dumpDatabase();
	expect(await confirmEmail(token)).toBeNull();
	expect(dumpDatabase()).toEqual(before);
	advance(-1);
	expect(await confirmEmail(token)).not.toBeNull();
});

test("a made-up link confirms nobody", async () => {
	await signUpSomebody();
	const before = dumpDatabase();
	for (const token of ["", "x", "x".repeat(10_000), hashToken("x"), "\u0000", "🌱"]) {
		expect(await readConfirmation(token)).toEqual({ state: "unknown" });
		expect(await confirmEmail(token)).toBeNull();
	}
	expect(dumpDatabase()).toEqual(before);
});

test("a link for a new password confirms nobody here", async () => {
	const { email } = await signUpSomebody();
	await requestPasswordReset(email);
	expect(await confirmEmail(await mailedToken(email))).toBeNull();
});

test("the same sign-up again answers the same, and mails again after a minute only", async () => {
	const advance = stopClock();
	const { email } = await signUpSomebody();
	await signUp({ email, password: PASSWORD });
	advance(MINUTE_MS - 1);
	await signUp({ email, password: PASSWORD });
	await requestConfirmation(email);
	expect(await mailTo(email)).toHaveLength(1);
	advance(1);
	await signUp({ email, password: PASSWORD });
	expect(await mailTo(email)).toHaveLength(2);
});

test("a double click on Create Account makes one account and one mail", async () => {
	const email = "double-click@example.com";
	await Promise.all(Array.from({ length: 5 }, () => signUp({ email, password: PASSWORD })));
	expect(await mailTo(email)).toHaveLength(1);
	const users = dumpDatabase().User as { email: string }[];
	expect(users.filter((user) => user.email === email)).toHaveLength(1);
});

test("an address with a confirmed account is refused, also with the right password", async () => {
	const user = await createUser();
	const before = dumpDatabase();
	for (const password of [PASSWORD, "another password"]) {
		const refusal = await refusalOf(signUp({ email: user.email, password }));
		expect(refusal).toMatchObject({ message: EXISTS, field: "email", status: 400 });
	}
	expect(dumpDatabase()).toEqual(before);
});

test("a stranger can't replace the password of an account that waits for confirmation", async () => {
	const { email, token } = await signUpSomebody();
	const before = dumpDatabase();
	const refusal = await refusalOf(signUp({ email, password: "stranger's password" }));
	expect(refusal.message).toBe(EXISTS);
	expect(dumpDatabase()).toEqual(before);
	await confirmEmail(token);
	expect(await signIn({ email, password: PASSWORD }, ADDRESS)).toBeTruthy();
});

test("a new link is mailed only where one is waited for", async () => {
	const advance = stopClock();
	const { email } = await signUpSomebody();
	const confirmed = await createUser();
	advance(MINUTE_MS);
	for (const address of [email, confirmed.email, "nobody@example.com"]) {
		expect(await requestConfirmation(address)).toBeUndefined();
	}
	expect(await mailTo(email)).toHaveLength(2);
	expect(await mailTo(confirmed.email)).toHaveLength(0);
	expect(await mailTo("nobody@example.com")).toHaveLength(0);
});

test("links that are long over are forgotten, and the account is not", async () => {
	const advance = stopClock();
	const { email, token } = await signUpSomebody();
	advance(31 * DAY_MS);
	expect(await readConfirmation(token)).toMatchObject({ state: "expired" });
	advance(1);
	await forgetOldSessions();
	expect(await readConfirmation(token)).toEqual({ state: "unknown" });
	await requestConfirmation(email);
	expect(await confirmEmail(await mailedToken(email))).not.toBeNull();
});

test("neither the link nor the password is anywhere in the database file", async () => {
	const { token } = await signUpSomebody();
	const bytes = databaseBytes();
	expect(bytes.includes(hashToken(token))).toBe(true);
	expect(bytes.includes(token)).toBe(false);
	expect(bytes.includes(PASSWORD)).toBe(false);
});
