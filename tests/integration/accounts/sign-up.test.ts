import { expect, test } from "vitest";
import { accessForSession, forgetOldSessions } from "#app/accounts/session.server.ts";
import {
	confirmEmail,
	readConfirmation,
	requestConfirmation,
	requestPasswordReset,
	resetPassword,
	signUp,
} from "#app/accounts/user.server.ts";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/platform/time.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, PASSWORD, signInTo } from "../../kit/world/user.ts";

const EXISTS = "An account with this email already exists. Please try logging in instead.";

let count = 0;

async function signUpSomebody() {
	count += 1;
	const email = `new-${count}@example.com`;
	await signUp({ email, password: PASSWORD });
	return { email, token: await mailedToken(email) };
}

test("a new account gets one mail with a link to the confirmation page", async () => {
	const { email, token } = await signUpSomebody();
	const url = `${env.appUrl}/auth/confirm?token=${token}`;
	const [mail, ...more] = await mailTo(email);
	expect(more).toEqual([]);
	expect(mail).toMatchObject({ to: email, subject: "Confirm your e-mail address" });
	expect(mail?.text).toContain(url);
	expect(mail?.html).toContain(`href="${url}"`);
});

test("confirming opens a session", async () => {
	const { email, token } = await signUpSomebody();
	const session = await confirmEmail(token);
	const access = await accessForSession(session ?? "");
	expect(access).toMatchObject({ email, accountName: null, adminRole: null });
	expect(await signInTo({ email })).toMatch(/^[\w-]{43}$/);
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
	expect(rowsOf("User", email)).toHaveLength(1);
});

test("an address with a confirmed account is refused, also with the right password", async () => {
	const user = await createUser();
	for (const password of [PASSWORD, "another password"]) {
		const refusal = await withoutChange(() => refusalOf(signUp({ email: user.email, password })));
		expect(refusal).toMatchObject({ message: EXISTS, field: "email", status: 400 });
	}
});

test("a stranger can't replace the password of an account that waits for confirmation", async () => {
	const { email, token } = await signUpSomebody();
	const attempt = () => refusalOf(signUp({ email, password: "stranger's password" }));
	expect((await withoutChange(attempt)).message).toBe(EXISTS);
	await confirmEmail(token);
	expect(await signInTo({ email })).toBeTruthy();
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
