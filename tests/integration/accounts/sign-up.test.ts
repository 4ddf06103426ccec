import { beforeEach, describe, expect, test } from "vitest";
import { requestConfirmation, requestPasswordReset } from "#app/accounts/asked-link.server.ts";
import { confirmEmail, readConfirmation } from "#app/accounts/confirmation.server.ts";
import { emailSchema } from "#app/accounts/credentials.ts";
import { accessForSession, forgetOldSessions } from "#app/accounts/session.server.ts";
import { FAILED_SIGN_INS } from "#app/accounts/sign-in-throttle.server.ts";
import { forgetUnconfirmedAccounts, signUp } from "#app/accounts/user.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { mailboxKey } from "#app/platform/mail/unsolicited.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { sendAskedLinks } from "../../kit/jobs.ts";
import { freshEmail, mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	askToConfirm,
	askToReset,
	confirmWith,
	createUser,
	freshAddress,
	PASSWORD,
	signInTo,
	signUpAs,
} from "../../kit/world/user.ts";

const EXISTS = "An account with this email already exists. Please try logging in instead.";

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

async function signUpSomebody(browser?: string) {
	const email = freshEmail();
	await signUpAs(email, { browser });
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

test("confirming by one link ends the others", async () => {
	const { email, token } = await signUpSomebody();
	advance(MINUTE_MS);
	await askToConfirm(email);
	const second = await mailedToken(email);
	expect(second).not.toBe(token);
	await confirmWith(second);
	expect(await readConfirmation(token)).toMatchObject({ state: "used" });
	expect(await confirmWith(token)).toBeNull();
});

test("the same sign-up again answers the same, and mails again after a minute only", async () => {
	const { email } = await signUpSomebody();
	await signUpAs(email);
	advance(MINUTE_MS - 1);
	await signUpAs(email);
	await askToConfirm(email);
	expect(await mailTo(email)).toHaveLength(1);
	advance(1);
	await signUpAs(email);
	expect(await mailTo(email)).toHaveLength(2);
});

test("an address is taken without what nobody sees, which was copied along", () => {
	const email = "\u200BJane@exam\u00ADple.com\u2060 ";
	expect(emailSchema.parse({ email })).toEqual({ email: "jane@example.com" });
});

test("a double click on Create Account makes one account and one mail", async () => {
	const email = "double-click@example.com";
	await Promise.all(Array.from({ length: 5 }, () => signUpAs(email)));
	expect(await mailTo(email)).toHaveLength(1);
	expect(rowsOf("User", email)).toHaveLength(1);
});

test("an address with a confirmed account is refused, also with the right password", async () => {
	const user = await createUser();
	for (const password of [PASSWORD, "another password"]) {
		const attempt = () => refusalOf(signUpAs(user.email, { password }));
		const refusal = await withoutChange(attempt, ["RateLimit"]);
		expect(refusal).toMatchObject({ message: EXISTS, field: "email", status: 400 });
	}
});

describe("signing up for an account that waits for confirmation", () => {
	test("looks the same whatever the password is, and keeps the one that was chosen", async () => {
		const { email, token } = await signUpSomebody();
		for (const password of [PASSWORD, "stranger's password"]) {
			advance(MINUTE_MS);
			expect(await signUpAs(email, { password })).toBeUndefined();
		}
		expect(await mailTo(email)).toHaveLength(3);
		expect(await confirmWith(token)).not.toBeNull();
		expect(await signInTo({ email })).toBeTruthy();
	});

	test("counts as an attempt to sign in, as often as for an address without an account", async () => {
		/** The statuses of so many sign-ups with different passwords: 0 for one that was taken. */
		const attempts = async (email: string) => {
			const statuses: number[] = [];
			for (let n = 0; n <= FAILED_SIGN_INS.free; n += 1) {
				const outcome = signUpAs(email, { password: `guess ${n}` });
				statuses.push(await outcome.then(() => 0).catch(({ status }) => status));
			}
			return statuses;
		};
		const { email } = await signUpSomebody();
		// The right password forgives the attempt that made the account.
		await signUpAs(email);
		const limited = [...Array(FAILED_SIGN_INS.free).fill(0), 429];
		expect(await attempts(email)).toEqual(limited);
		expect(await attempts(freshEmail())).toEqual(limited);
	});
});

describe("confirming", () => {
	test("opens a session by one press in the browser that signed up", async () => {
		const { email, token } = await signUpSomebody("own");
		const own = { clientAddress: freshAddress(), browser: "own" };
		const session = await confirmEmail(token, own);
		const access = await accessForSession(session?.token ?? "");
		expect(access).toMatchObject({ email, accountName: null, adminRole: null });
		expect(await confirmEmail(token, own)).toEqual(session);
	});

	test("asks another browser for the password, throttled as signing in is", async () => {
		const { email, token } = await signUpSomebody("own");
		const other = { clientAddress: freshAddress(), browser: "other" };
		const without = await withoutChange(() => refusalOf(confirmEmail(token, other)));
		expect(without).toMatchObject({ message: "Please enter your password.", field: "password" });
		const guess = () => refusalOf(confirmEmail(token, { ...other, password: "guess" }));
		// Signing up counted as the first attempt.
		for (let n = 2; n <= FAILED_SIGN_INS.free; n += 1) {
			expect(await guess()).toMatchObject({ field: "password", status: 400 });
		}
		expect(await guess()).toMatchObject({ field: "password", status: 429 });
		advance(MINUTE_MS);
		const session = await confirmEmail(token, { ...other, password: PASSWORD });
		expect(await accessForSession(session?.token ?? "")).toMatchObject({ email });
	});

	test("gives whoever holds the link a new password, which ends a stranger's", async () => {
		const { email, token } = await signUpSomebody("stranger's");
		const victim = { clientAddress: freshAddress(), browser: "victim's" };
		const common = confirmEmail(token, { ...victim, newPassword: "Password1" });
		expect(await refusalOf(common)).toMatchObject({ field: "password", status: 400 });
		const session = await confirmEmail(token, { ...victim, newPassword: "battery staple" });
		expect(await accessForSession(session?.token ?? "")).toMatchObject({ email });
		expect((await refusalOf(signInTo({ email }))).message).toContain("Invalid email");
		expect(await signInTo({ email }, "battery staple")).toBeTruthy();
	});

	test("never takes a stranger's browser for the one that knows the password", async () => {
		const { email } = await signUpSomebody("own");
		advance(MINUTE_MS);
		await signUpAs(email, { password: "stranger's password", browser: "stranger's" });
		const token = await mailedToken(email);
		const stranger = { clientAddress: freshAddress(), browser: "stranger's" };
		await refusalOf(confirmEmail(token, stranger));
		expect(await confirmEmail(token, { ...stranger, browser: "own" })).not.toBeNull();
	});

	test("takes the browser that has just said the password for one that knows it", async () => {
		const { email, token } = await signUpSomebody("at home");
		await signUpAs(email, { browser: "at work" });
		const work = { clientAddress: freshAddress(), browser: "at work" };
		expect(await confirmEmail(token, work)).not.toBeNull();
	});

	test("ends the session that was there", async () => {
		const before = await createUser();
		const { token } = await signUpSomebody("own");
		const own = { clientAddress: freshAddress(), browser: "own", endedToken: before.token };
		await confirmEmail(token, own);
		expect(await accessForSession(before.token)).toBeNull();
	});
});

test("a new link is mailed only where one is waited for", async () => {
	const { email } = await signUpSomebody();
	const confirmed = await createUser();
	advance(MINUTE_MS);
	for (const address of [email, confirmed.email, "nobody@example.com"]) {
		expect(await askToConfirm(address)).toBeUndefined();
	}
	expect(await mailTo(email)).toHaveLength(2);
	expect(await mailTo(confirmed.email)).toHaveLength(0);
	expect(await mailTo("nobody@example.com")).toHaveLength(0);
});

describe("mail that people ask for", () => {
	type Ask = (email: string, clientAddress: string) => Promise<void>;
	const DOORS: Record<string, Ask> = {
		"signing up": (email, clientAddress) =>
			signUp({ email, password: PASSWORD }, { clientAddress }),
		"a new link": (email, clientAddress) => requestConfirmation(email, { clientAddress }),
		"a new password": (email, clientAddress) => requestPasswordReset(email, { clientAddress }),
	};
	const doors = Object.values(DOORS);

	test("is limited per client over every door, and the refusal says when to come back", async () => {
		const client = freshAddress();
		for (let n = 0; n < env.askedLinksPerHour; n += 1) {
			// Most are cheap ones: signing up hashes a password.
			await doors[n === 0 ? 0 : 1 + (n % 2)]?.(freshEmail(), client);
		}
		for (const door of doors) {
			const refusal = await refusalOf(door(freshEmail(), client));
			expect(refusal).toMatchObject({
				message:
					"Your network has asked for too many mails within the hour. Please try again in 60 minutes.",
				status: 429,
				retryAfterSeconds: 3600,
			});
		}
		await signUpAs(freshEmail());
		advance(HOUR_MS);
		await doors[0]?.(freshEmail(), client);
	});

	test("never fills a mailbox, whichever doors and spellings are used", async () => {
		const spellings = [
			"jane.victim@gmail.com",
			"janevictim+1@googlemail.com",
			"J.a.nevictim+2@gmail.com",
		];
		const { email: account } = await createUser({ email: "janevictim@gmail.com" });
		let refused = 0;
		for (let n = 0; n < 30; n += 1) {
			advance(MINUTE_MS);
			const email = (spellings[n % 3] ?? "").toLowerCase().replace("@", n % 3 ? `${n}@` : "@");
			await doors[n % 2 ? 2 : 0]?.(n % 2 ? account : email, freshAddress()).catch((error) => {
				expect(error).toMatchObject({ field: "email", status: 429 });
				expect(error.message).toMatch(/within the hour\. Please try again in \d+ minutes?\.$/);
				refused += 1;
			});
		}
		await sendAskedLinks();
		const mails = rowsOf("OutboxMail", "victim");
		expect([mails.length, refused]).toEqual([10, 20]);
	});

	test("is not sent to a mailbox that asked to be left alone", async () => {
		const email = freshEmail();
		const data = { emailKey: mailboxKey(email), createdAt: new Date() };
		await transaction((tx) => tx.suppressedAddress.create({ data }));
		await signUpAs(email);
		advance(MINUTE_MS);
		await askToConfirm(email);
		const user = await createUser({ email: email.replace("@", "+tag@") });
		await askToReset(user.email);
		expect([await mailTo(email), await mailTo(user.email)]).toEqual([[], []]);
	});

	test("is written after the answer, which does the same for known and unknown addresses", async () => {
		const { email: waiting } = await signUpSomebody();
		const { email: confirmed } = await createUser();
		const unknown = freshEmail();
		advance(MINUTE_MS);
		for (const ask of [askToConfirm, askToReset]) {
			for (const email of [waiting, confirmed, unknown]) {
				const before = rowsOf("Job", "asked-link").length;
				await withoutChange(() => ask(email), ["RateLimit", "Job"]);
				expect(rowsOf("Job", "asked-link")).toHaveLength(before + 1);
			}
		}
		expect(await mailTo(waiting)).toHaveLength(2);
		expect(await mailTo(confirmed)).toHaveLength(1);
		expect(await mailTo(unknown)).toEqual([]);
		expect(rowsOf("Job", "asked-link")).toEqual([]);
	});
});

test("an account that nobody confirmed is deleted after 7 days, and gets no reset mail", async () => {
	const confirmed = await createUser();
	const { email } = await signUpSomebody();
	advance(7 * DAY_MS);
	await askToReset(email);
	expect(await mailTo(email)).toHaveLength(1);
	await forgetUnconfirmedAccounts();
	expect(rowsOf("User", email)).toHaveLength(1);
	advance(1);
	await forgetUnconfirmedAccounts();
	expect(rowsOf("User", email)).toEqual([]);
	expect(rowsOf("User", confirmed.userId)).toHaveLength(1);
	await signUpAs(email);
});

test("links that are long over are forgotten", async () => {
	const { token } = await signUpSomebody();
	advance(31 * DAY_MS);
	expect(await readConfirmation(token)).toMatchObject({ state: "expired" });
	advance(1);
	await forgetOldSessions();
	expect(await readConfirmation(token)).toEqual({ state: "unknown" });
});
