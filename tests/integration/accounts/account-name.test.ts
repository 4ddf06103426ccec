import { describe, expect, test } from "vitest";
import type { UserAccess } from "#app/accounts/access.server.ts";
import {
	checkAccountName,
	saveAccountName,
	suggestAccountName,
} from "#app/accounts/account-name/account-name.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { type Resolved, resolveApp, resolveDocument } from "#app/addresses/address.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const TAKEN = "This account name is already taken. Please choose a different one.";
const CHOOSE_ANOTHER = "Please choose an available account name.";

/** The user's access as the next request would have it. */
async function refreshed(user: TestUser): Promise<UserAccess> {
	const access = await accessForSession(user.token);
	if (!access) throw new Error("The session is over");
	return access;
}

async function rename(user: TestUser, name: string) {
	return saveAccountName(await refreshed(user), name);
}

function pathOf(resolved: Resolved<unknown>): string {
	return resolved.outcome === "moved" ? resolved.path : resolved.outcome;
}

const SHORT = "Account names need at least 3 letters or digits (a to z, 0 to 9).";

test("the suggested name is one that nobody has or ever had", async () => {
	const owner = await createUser({ accountName: "maria" });
	await rename(owner, "maria-lopez");
	await createUser({ accountName: "maria-apps" });
	const newcomer = await createUser({ accountName: null, email: "maria@example.org" });
	expect(await suggestAccountName(newcomer)).toBe("maria-2");
	expect(await suggestAccountName(await refreshed(owner))).toBe("");
});

test("an account is renamed 3 times within 30 days, and then says when it can be again", async () => {
	const advance = stopClock();
	const user = await createUser({ accountName: null });
	for (const name of ["spring", "summer", "autumn", "winter"]) await rename(user, `${name}-name`);
	const refusal = await withoutChange(() => refusalOf(saveAccountName(user, "monsoon-name")));
	expect(refusal).toMatchObject({
		message:
			"You have renamed your account 3 times within 30 days. You can rename it again in 30 days.",
		field: "account_name",
		status: 429,
	});
	advance(30 * DAY_MS);
	await saveAccountName(user, "monsoon-name");
});

describe("a name", () => {
	test("is available when it is free, as it would be stored, and when it is one's own", async () => {
		const user = await createUser({ accountName: "my-own-name" });
		const available = true;
		const free = { available, slug: "cafe-studio", message: "cafe-studio is available." };
		expect(await checkAccountName(user, "  Café Studio! ")).toEqual(free);
		const own = { available, slug: "my-own-name", message: "This is your current account name." };
		expect(await checkAccountName(user, "My Own Name")).toEqual(own);
	});

	test("that somebody has is refused, and nothing changes", async () => {
		const user = await createUser({ accountName: null });
		await createUser({ accountName: "occupied" });
		const answer = { available: false, slug: "occupied", message: TAKEN };
		expect(await checkAccountName(user, "Occupied")).toEqual(answer);
		const refusal = await withoutChange(() => refusalOf(saveAccountName(user, "Occupied")));
		expect(refusal).toMatchObject({ message: CHOOSE_ANOTHER, field: "account_name", status: 400 });
	});

	test.each([
		["", SHORT],
		["ab", SHORT],
		["___", SHORT],
		["お名前", SHORT],
		["x".repeat(41), "Account names can have at most 40 characters."],
		["Dashboard", '"dashboard" is reserved. Please choose a different account name.'],
		["smallprint", '"smallprint" is reserved. Please choose a different account name.'],
		["Log_In", '"login" is reserved. Please choose a different account name.'],
	])("like %j is refused with the reason, and nothing changes", async (name, message) => {
		const user = await createUser({ accountName: null });
		expect(await checkAccountName(user, name)).toMatchObject({ available: false, message });
		const refusal = await withoutChange(() => refusalOf(saveAccountName(user, name)));
		const text = `${CHOOSE_ANOTHER} ${message}`;
		expect(refusal).toMatchObject({ message: text, field: "account_name" });
	});
});

describe("saving a name", () => {
	test("stores it normalised, and moves nothing the first time", async () => {
		const user = await createUser({ accountName: null });
		expect(await saveAccountName(user, " First Name ")).toEqual({ documents: 0, forms: 0 });
		expect((await refreshed(user)).accountName).toBe("first-name");
	});

	test("again with the same name moves nothing and changes nothing", async () => {
		const user = await createUser();
		await createDocument(await createApp(user));
		const again = () => saveAccountName(user, user.accountName ?? "");
		expect(await withoutChange(again)).toBeNull();
	});

	test("reports how many addresses moved", async () => {
		const user = await createUser();
		const app = await createApp(user);
		await createDocument(app);
		await createDocument(app);
		await createDocument(await createApp(user));
		expect(await rename(user, "moved-three")).toEqual({ documents: 3, forms: 0 });
	});

	test("lets every earlier address lead to the present one", async () => {
		const user = await createUser({ accountName: "first-home" });
		const app = await createApp(user, "Pocket Garden");
		await createDocument(app);
		await rename(user, "second-home");
		await rename(user, "third-home");
		for (const earlier of ["first-home", "second-home"]) {
			expect(pathOf(await resolveApp(earlier, "pocket-garden"))).toBe("/third-home/pocket-garden");
			expect(pathOf(await resolveDocument(earlier, "pocket-garden", "privacy-policy"))).toBe(
				"/third-home/pocket-garden/privacy-policy",
			);
		}
		expect(pathOf(await resolveApp("third-home", "pocket-garden"))).toBe("found");
	});

	test("may go back to a name of one's own", async () => {
		const user = await createUser({ accountName: "back-one" });
		await createApp(user, "Pocket Garden");
		await rename(user, "back-two");
		const { available } = await checkAccountName(await refreshed(user), "back-one");
		expect(available).toBe(true);
		await rename(user, "back-one");
		expect(pathOf(await resolveApp("back-one", "pocket-garden"))).toBe("found");
		expect(pathOf(await resolveApp("back-two", "pocket-garden"))).toBe("/back-one/pocket-garden");
	});
});

describe("a name that an account ever held", () => {
	test("is refused to everybody else forever", async () => {
		const user = await createUser({ accountName: "heirloom-a" });
		await rename(user, "heirloom-b");
		await rename(user, "heirloom-c");
		const stranger = await createUser({ accountName: null });
		const answer = { available: false, message: TAKEN };
		for (const name of ["heirloom-a", "heirloom-b", "heirloom-c"]) {
			expect(await checkAccountName(stranger, name)).toMatchObject(answer);
			const refusal = await withoutChange(() => refusalOf(saveAccountName(stranger, name)));
			expect(refusal.message).toBe(CHOOSE_ANOTHER);
		}
	});

	test("stays refused when the account itself is erased", async () => {
		const user = await createUser({ accountName: "erased-a" });
		await rename(user, "erased-b");
		await transaction((tx) => tx.user.delete({ where: { id: user.userId } }));
		const stranger = await createUser({ accountName: null });
		expect(await checkAccountName(stranger, "erased-a")).toMatchObject({ available: false });
		await refusalOf(saveAccountName(stranger, "erased-a"));
	});
});

describe("a race for one name", () => {
	test("is won by exactly one, and the other is told so", async () => {
		const users = await Promise.all(
			Array.from({ length: 10 }, () => createUser({ accountName: null })),
		);
		const outcomes = await Promise.allSettled(
			users.map((user) => saveAccountName(user, "only-once")),
		);
		const losers = outcomes.filter(({ status }) => status === "rejected");
		expect(losers).toMatchObject(Array(9).fill({ reason: { message: CHOOSE_ANOTHER } }));
		expect(rowsOf("User", "only-once")).toHaveLength(1);
	});

	test("against a rename away from it is still never given to another", async () => {
		const owner = await createUser({ accountName: "contested" });
		const rival = await createUser({ accountName: null });
		await Promise.allSettled([
			saveAccountName(owner, "uncontested"),
			saveAccountName(rival, "contested"),
		]);
		expect((await refreshed(rival)).accountName).toBeNull();
		expect((await refreshed(owner)).accountName).toBe("uncontested");
	});
});
