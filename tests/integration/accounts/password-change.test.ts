import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { changePasswordSchema } from "#app/accounts/credentials.ts";
import { requestEmailChange } from "#app/accounts/email-change.server.ts";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { changePassword } from "#app/accounts/passwords/password.server.ts";
import { readPasswordReset } from "#app/accounts/passwords/password-reset.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { FAILED_SIGN_INS } from "#app/accounts/sign-in-throttle.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { TooMany } from "#app/platform/limits/limits.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { askToReset, createUser, PASSWORD, signInTo, type TestUser } from "../../kit/world/user.ts";

const NEW_PASSWORD = "purple monkey dishwasher";
const WRONG = "This is not your current password. Please try again.";
const CHANGE = { current_password: PASSWORD, password: NEW_PASSWORD };

/** Whatever asks for the present password again. */
const ACTS: Record<string, (user: TestUser, current_password: string) => Promise<unknown>> = {
	"changing the password": (user, current_password) =>
		changePassword(user, { ...CHANGE, current_password }),
	"changing the e-mail address": (user, current_password) =>
		requestEmailChange(user, { current_password, email: "new@example.com" }, "client"),
	"deleting the account": (user, current_password) => deleteAccount(user, { current_password }),
};

beforeEach(() => {
	stopClock();
});

describe("a changed password", () => {
	test("opens the account from then on, and the earlier one doesn't", async () => {
		const user = await createUser();
		await changePassword(user, CHANGE);
		expect(await signInTo(user, NEW_PASSWORD)).toHaveLength(43);
		expect((await refusalOf(signInTo(user))).message).toContain("Invalid email");
	});

	test("is refused when it is one of the most common ones", async () => {
		const user = await createUser();
		const attempt = () => refusalOf(changePassword(user, { ...CHANGE, password: "PASSWORD" }));
		const refusal = await withoutChange(attempt);
		expect(refusal).toMatchObject({ field: "password", status: 400 });
		expect(refusal.message).toContain("one of the most common ones");
	});

	test("ends every other session of the account and renews this one", async () => {
		const [user, stranger] = [await createUser(), await createUser()];
		const others = [await signInTo(user), await signInTo(user)];
		const renewed = await changePassword(user, CHANGE);
		expect(await accessForSession(renewed ?? "")).toMatchObject({ userId: user.userId });
		for (const token of [user.token, ...others]) expect(await accessForSession(token)).toBeNull();
		expect(await accessForSession(stranger.token)).not.toBeNull();
	});

	test("is told to the owner by one mail, which leads to another password", async () => {
		const user = await createUser();
		await changePassword(user, CHANGE);
		const [mail, ...more] = await mailTo(user.email);
		expect(more).toEqual([]);
		expect(mail?.subject).toBe("Your password was changed");
		expect(mail?.text).toContain("every other browser was signed out");
		expect(mail?.text).toContain("/auth/forgot\n");
		expect(mail?.text).not.toContain(NEW_PASSWORD);
	});

	test("stops links that were mailed before", async () => {
		const user = await createUser();
		await askToReset(user.email);
		const token = await mailedToken(user.email);
		await changePassword(user, CHANGE);
		expect(await readPasswordReset(token)).toMatchObject({ state: "used" });
	});

	test("survives a double click: one mail, and the second click succeeds", async () => {
		const user = await createUser();
		const change = () => changePassword(user, CHANGE);
		await change();
		await withoutChange(change, ["RateLimit"]);

		const other = await createUser();
		await Promise.all([0, 1].map(() => changePassword(other, CHANGE)));
		expect(await mailTo(other.email)).toHaveLength(1);
		expect(await signInTo(other, NEW_PASSWORD)).toHaveLength(43);
	});

	test("is refused to whoever types it as the new one, and not as the present one", async () => {
		const user = await createUser();
		const attempt = () =>
			changePassword(user, { current_password: "quite wrong", password: PASSWORD });
		const refusal = await withoutChange(() => refusalOf(attempt()), ["RateLimit"]);
		expect(refusal).toMatchObject({ message: WRONG, field: "current_password", status: 400 });
	});

	test("is one of two that differ and come at once; the other is refused", async () => {
		const user = await createUser();
		const outcomes = await Promise.allSettled(
			["first new password", "second new password"].map((password) =>
				changePassword(user, { ...CHANGE, password }),
			),
		);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
	});
});

test.each(Object.entries(ACTS))(
	"%s needs the password, and waits as signing in does, in this session alone",
	async (_name, act) => {
		const user = await createUser();
		await createApp(user);
		const refusal = await withoutChange(() => refusalOf(act(user, "wrong")), ["RateLimit"]);
		expect(refusal).toMatchObject({ message: WRONG, field: "current_password", status: 400 });
		for (let failure = 1; failure < FAILED_SIGN_INS.free; failure += 1) {
			await refusalOf(act(user, "wrong"));
		}
		const tooMany = await refusalOf(act(user, PASSWORD));
		expect(tooMany).toBeInstanceOf(TooMany);
		expect(tooMany).toMatchObject({ field: "current_password", status: 429 });
		expect(await signInTo(user)).toBeTruthy();
	},
);

test("failures elsewhere never block a live session", async () => {
	const user = await createUser();
	for (let n = 0; n <= FAILED_SIGN_INS.free; n += 1) await refusalOf(signInTo(user, "wrong"));
	expect(await refusalOf(signInTo(user))).toBeInstanceOf(TooMany);
	expect(await changePassword(user, CHANGE)).toBeTruthy();
});

test("a sign-in under way with the earlier password opens nothing", async () => {
	const user = await createUser();
	const signingIn = signInTo(user).then(accessForSession, () => null);
	const renewed = await changePassword(user, CHANGE);
	// Whichever came first, no session of the earlier password is left.
	await signingIn;
	expect(rowsOf("Session", user.userId).map(({ id }) => id)).toEqual([hashToken(renewed ?? "")]);
});

test("a password works until somebody changes it, even ten years later", async () => {
	const user = await createUser();
	stopClock(later(clock.now(), 10 * 365 * DAY_MS));
	expect(await accessForSession(await signInTo(user))).toMatchObject({ userId: user.userId });
});

test("an unused link of somebody else's stays", async () => {
	const [user, other] = [await createUser(), await createUser()];
	const token = await transaction((tx) => createEmailLink(tx, other.userId, "reset"));
	await changePassword(user, CHANGE);
	expect(await readPasswordReset(token)).toMatchObject({ state: "valid" });
});

test("what was typed is judged before: length and the second time", () => {
	const judge = (values: Record<string, string>) =>
		changePasswordSchema
			.safeParse({ ...CHANGE, confirm_password: NEW_PASSWORD, ...values })
			.error?.issues.map(({ message, path }) => [path[0], message]) ?? [];
	expect(judge({})).toEqual([]);
	expect(judge({ confirm_password: "another" })).toEqual([
		["confirm_password", "New passwords don't match."],
	]);
	expect(judge({ password: "12345", confirm_password: "12345" })).toEqual([
		["password", "Password must be at least 6 characters long"],
	]);
	const long = "x".repeat(201);
	expect(judge({ password: long, confirm_password: long })).toEqual([
		["password", "Please use at most 200 characters."],
	]);
});
