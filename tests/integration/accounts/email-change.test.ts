import { beforeEach, describe, expect, test } from "vitest";
import {
	askForProof,
	confirmEmailChange,
	readEmailChange,
	requestEmailChange,
} from "#app/accounts/email-change.server.ts";
import { changePassword } from "#app/accounts/passwords/password.server.ts";
import { readPasswordReset, resetPassword } from "#app/accounts/passwords/password-reset.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { COMMAND_LINE, recordAct } from "#app/admin/audit.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { markUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	askToReset,
	createUser,
	PASSWORD,
	signInTo,
	signUpAs,
	type TestUser,
} from "../../kit/world/user.ts";

let count = 0;
let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

function newAddress(): string {
	count += 1;
	return `new-${process.pid}-${count}@example.com`;
}

function ask(user: TestUser, email: string): Promise<void> {
	return requestEmailChange(user, { email, current_password: PASSWORD }, "client");
}

async function askedUser() {
	const [user, email] = [await createUser(), newAddress()];
	await ask(user, email);
	return { user, email, token: await mailedToken(email) };
}

function emailOf(user: TestUser): Promise<string | undefined> {
	return accessForSession(user.token).then((access) => access?.email);
}

describe("asking for another address", () => {
	test("mails a link there, tells the present one, and changes nothing yet", async () => {
		const { user, email, token } = await askedUser();
		expect(await emailOf(user)).toBe(user.email);
		const [told] = await mailTo(user.email);
		expect(told?.subject).toBe("Your e-mail address is about to change");
		expect(told?.text).toContain(email);
		expect(told?.text).not.toContain(token);
		expect(await readEmailChange(token)).toEqual({ state: "valid", newEmail: email });
	});

	test("for the present one is refused", async () => {
		const user = await createUser();
		expect(await refusalOf(ask(user, user.email))).toMatchObject({ field: "email" });
		expect(await mailTo(user.email)).toEqual([]);
	});

	test("for one that has an account answers the same, and tells its holder", async () => {
		const [user, holder] = [await createUser(), await createUser()];
		expect(await ask(user, holder.email)).toBeUndefined();
		const [mail] = await mailTo(holder.email);
		expect(mail?.subject).toBe("Somebody tried to use your e-mail address");
		expect(mail?.text).not.toContain("token=");
		expect(mail?.text).not.toContain(user.email);
		const told = { subject: "Your e-mail address is about to change" };
		expect(await mailTo(user.email)).toMatchObject([told]);
	});

	test("twice at once is one mail; the newest of different ones counts", async () => {
		const [user, first, second] = [await createUser(), newAddress(), newAddress()];
		await Promise.all([ask(user, first), ask(user, first)]);
		expect(await mailTo(first)).toHaveLength(1);
		const earlier = await mailedToken(first);
		await ask(user, second);
		expect(await readEmailChange(earlier)).toMatchObject({ state: "used" });
		expect(await confirmEmailChange(earlier)).toBe(false);
		expect(await confirmEmailChange(await mailedToken(second))).toBe(true);
	});

	test("has a limit an hour, whether or not the address has an account", async () => {
		const [user, holder] = [await createUser(), await createUser()];
		for (let n = 0; n < 5; n += 1) {
			await ask(user, n % 2 === 0 ? holder.email : newAddress());
			advance(2 * MINUTE_MS);
		}
		expect(await refusalOf(ask(user, newAddress()))).toMatchObject({ field: "email", status: 429 });
		advance(HOUR_MS);
		await ask(user, newAddress());
	});

	test("never fills a stranger's mailbox", async () => {
		const mailbox = newAddress();
		for (let n = 0; n < 10; n += 1) await ask(await createUser(), mailbox);
		const refusal = await refusalOf(ask(await createUser(), mailbox));
		expect(refusal).toMatchObject({ field: "email", status: 429 });
		expect(await mailTo(mailbox)).toHaveLength(10);
	});
});

describe("the link", () => {
	test("changes the address, keeps the sessions, and tells the earlier one", async () => {
		const { user, email, token } = await askedUser();
		expect(await confirmEmailChange(token)).toBe(true);
		expect(await emailOf(user)).toBe(email);
		const [told] = await mailTo(user.email);
		expect(told?.subject).toBe("Your e-mail address was changed");
		expect(told?.text).toContain(email);
		await signInTo({ email });
		await refusalOf(signInTo(user));
	});

	test("works once: a double click finds it done, and later links used", async () => {
		const { user, email, token } = await askedUser();
		await Promise.all([confirmEmailChange(token), confirmEmailChange(token)]);
		expect(await readEmailChange(token)).toEqual({ state: "done", newEmail: email });
		expect(await mailTo(user.email)).toHaveLength(2);
		const third = newAddress();
		await ask({ ...user, email }, third);
		await confirmEmailChange(await mailedToken(third));
		expect(await readEmailChange(token)).toMatchObject({ state: "used" });
	});

	test("says so when somebody took the address meanwhile, and changes nothing", async () => {
		const { user, email, token } = await askedUser();
		await signUpAs(email);
		expect(await readEmailChange(token)).toMatchObject({ state: "taken" });
		expect(await confirmEmailChange(token)).toBe(false);
		expect(await emailOf(user)).toBe(user.email);
	});

	test("stops with a new password, whichever way it was chosen", async () => {
		const first = await askedUser();
		const change = { current_password: PASSWORD, password: "another password" };
		await changePassword(first.user, change);
		expect(await confirmEmailChange(first.token)).toBe(false);

		const second = await askedUser();
		await askToReset(second.user.email);
		await resetPassword(await mailedToken(second.user.email), "another password");
		expect(await confirmEmailChange(second.token)).toBe(false);
	});

	test("stops links that were mailed to the earlier address", async () => {
		const { user, token } = await askedUser();
		await askToReset(user.email);
		const reset = await mailedToken(user.email);
		await confirmEmailChange(token);
		expect(await readPasswordReset(reset)).toMatchObject({ state: "used" });
	});
});

test("a link to prove one's own address says that it is proved only once one was used", async () => {
	const user = await createUser();
	await transaction(async (tx) =>
		markUndeliverable(tx, user.email, { kind: "bounce", reason: "Full" }),
	);
	const tokens: string[] = [];
	for (const wait of [MINUTE_MS, 0]) {
		await askForProof(user, "client");
		tokens.push(await mailedToken(user.email));
		advance(wait);
	}
	const states = async () =>
		(await Promise.all(tokens.map(readEmailChange))).map(({ state }) => state);
	expect(await states()).toEqual(["used", "own"]);
	await confirmEmailChange(tokens[1] ?? "");
	expect(await states()).toEqual(["done", "done"]);
});

test("the audit log follows the account's address, and no longer one that ends or begins with it", async () => {
	const { user, email, token } = await askedUser();
	const tell = (own: string) =>
		`Suspended ${own}: the same as mari${user.email}, ${user.email}.uk (not <${own}>).`;
	await transaction((tx) =>
		recordAct(tx, COMMAND_LINE, {
			action: "suspend_user",
			targetType: "user",
			targetId: user.userId,
			summary: tell(user.email),
		}),
	);
	await confirmEmailChange(token);
	expect(rowsOf("AuditEntry", user.userId).map(({ summary }) => summary)).toEqual([tell(email)]);
});
