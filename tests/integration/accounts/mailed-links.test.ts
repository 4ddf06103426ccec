import { describe, expect, test } from "vitest";
import { readConfirmation } from "#app/accounts/confirmation.server.ts";
import {
	confirmEmailChange,
	readEmailChange,
	requestEmailChange,
} from "#app/accounts/email-change.server.ts";
import { readPasswordReset, resetPassword } from "#app/accounts/passwords/password-reset.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { mailedToken } from "../../kit/mailed.ts";
import { databaseBytes } from "../../kit/read-database.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { askToReset, confirmWith, createUser, PASSWORD, signUpAs } from "../../kit/world/user.ts";

const NEW_PASSWORD = "purple monkey dishwasher";

/** How each kind of link is mailed to an address, read and used. */
const LINKS = [
	{
		name: "that confirms an address",
		mailTo: (email: string) => signUpAs(email),
		read: readConfirmation,
		use: async (token: string) => (await confirmWith(token)) !== null,
		lifeMs: DAY_MS,
		afterUse: "used",
		unknown: { state: "unknown" },
	},
	{
		name: "to a new password",
		mailTo: async (email: string) => askToReset((await createUser({ email })).email),
		read: readPasswordReset,
		use: async (token: string) => (await resetPassword(token, NEW_PASSWORD)) !== null,
		lifeMs: HOUR_MS,
		afterUse: "used",
		unknown: { state: "unknown" },
	},
	{
		name: "that changes the address",
		mailTo: async (email: string) => {
			const values = { email, current_password: PASSWORD };
			await requestEmailChange(await createUser(), values, "client");
		},
		read: readEmailChange,
		use: confirmEmailChange,
		lifeMs: DAY_MS,
		afterUse: "done",
		unknown: { state: "unknown", newEmail: null },
	},
];

let count = 0;

async function mailed({ mailTo }: (typeof LINKS)[number]): Promise<string> {
	count += 1;
	const email = `link-${count}@example.com`;
	await mailTo(email);
	return mailedToken(email);
}

describe.each(LINKS)("a link $name", (link) => {
	const { read, use } = link;

	test("changes nothing by being looked at, and works once, also when used twice at once", async () => {
		const token = await mailed(link);
		expect(await withoutChange<object>(() => read(token))).toMatchObject({ state: "valid" });
		expect((await Promise.all([use(token), use(token)])).sort()).toEqual([false, true]);
		expect(await withoutChange(() => use(token))).toBe(false);
		expect(await read(token)).toMatchObject({ state: link.afterUse });
	});

	test("lives as long as its mail says, to the millisecond", async () => {
		const advance = stopClock();
		const token = await mailed(link);
		advance(link.lifeMs);
		expect(await read(token)).toMatchObject({ state: "expired" });
		expect(await withoutChange(() => use(token))).toBe(false);
		advance(-1);
		expect(await read(token)).toMatchObject({ state: "valid" });
		expect(await use(token)).toBe(true);
	});

	test("that was made up, or was for something else, does nothing", async () => {
		const token = await mailed(link);
		const others = await Promise.all(LINKS.filter((other) => other !== link).map(mailed));
		const madeUp = ["", "x", "x".repeat(10_000), hashToken(token), "\u0000", "🌱"];
		await withoutChange(async () => {
			for (const one of [...madeUp, ...others]) {
				expect(await read(one)).toEqual(link.unknown);
				expect(await use(one)).toBe(false);
			}
		});
		expect(await use(token)).toBe(true);
	});

	test("is known to the database by its hash only, and no password is", async () => {
		const token = await mailed(link);
		await use(token);
		const bytes = databaseBytes();
		expect(bytes.includes(hashToken(token))).toBe(true);
		for (const secret of [token, PASSWORD, NEW_PASSWORD]) {
			expect(bytes.includes(secret)).toBe(false);
		}
	});
});
