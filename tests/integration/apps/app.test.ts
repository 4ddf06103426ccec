import { beforeEach, describe, expect, test } from "vitest";
import { type AppAccess, accessToApp, type UserAccess } from "#app/accounts/access.server.ts";
import { resolveApp, resolveDocument } from "#app/addresses/address.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import {
	createApp as create,
	findAppIdBySlug,
	readApp,
	renameApp,
	saveContactEmail,
	trashApp,
} from "#app/apps/app.server.ts";
import { listApps } from "#app/apps/app-list.sql.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { outcomeOf } from "../../kit/outcome.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser, makePro, type TestUser } from "../../kit/world/user.ts";

const DUPLICATE = {
	title: "Duplicate App Name",
	message: "You already have an app with this name. Please choose a different name.",
	field: "name",
	status: 400,
};

let user: TestUser;
let account: string;

beforeEach(async () => {
	user = await createUser();
	account = user.accountName ?? "";
});

function add(access: UserAccess, name: string) {
	return create(access, { name, request_id: crypto.randomUUID() });
}

async function resolve(appSlug: string, documentSlug?: string): Promise<string> {
	return outcomeOf(
		await (documentSlug
			? resolveDocument(account, appSlug, documentSlug)
			: resolveApp(account, appSlug)),
	);
}

describe("creating an app", () => {
	test("makes it with its address", async () => {
		const { id } = await add(user, "Pocket Garden");
		const app = (await accessToApp(user, id)) as AppAccess;
		expect(app.app).toEqual({ name: "Pocket Garden", slug: "pocket-garden" });
		expect(await resolve("pocket-garden")).toBe("found");
	});

	test("is refused without an account name, and changes nothing", async () => {
		const nameless = await createUser({ accountName: null });
		expect(await withoutChange(() => refusalOf(add(nameless, "Pocket Garden")))).toMatchObject({
			title: "Account setup required",
			message: "Please set up your account name first.",
		});
	});

	test.each([
		["the same name", "My App", "My App"],
		["a name in another case", "My App", "MY app"],
		["a name of the same address", "My_App", "Myapp"],
		["a name with other dashes", "My App", "my--app"],
		["a name with an accent", "Cafe", "Café"],
		["a name in full width", "ABC", "ＡＢＣ"],
	])("is refused for %s, and changes nothing", async (_what, first, second) => {
		await add(user, first);
		expect(await withoutChange(() => refusalOf(add(user, second)))).toMatchObject(DUPLICATE);
	});

	test("by ten clicks at once makes one app, and each click is told of it", async () => {
		const request = { name: "Pocket Garden", request_id: crypto.randomUUID() };
		const made = await Promise.all(Array.from({ length: 10 }, () => create(user, request)));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(await listApps(user)).toHaveLength(1);
	});

	test("by a page that another user has seen makes an app of one's own", async () => {
		const request = { name: "Pocket Garden", request_id: crypto.randomUUID() };
		const first = await create(user, request);
		const other = await createUser();
		expect((await create(other, request)).id).not.toBe(first.id);
	});
});

describe("the free plan's limit of two apps", () => {
	const LIMIT = {
		title: "Free plan limit reached",
		message: "You can only have 2 apps on the free plan. Please upgrade or delete some apps.",
	};

	test("refuses the third, and changes nothing", async () => {
		await add(user, "One App");
		await add(user, "Two Apps");
		expect(await withoutChange(() => refusalOf(add(user, "Three Apps")))).toMatchObject(LIMIT);
	});

	test("counts active apps only, and one user's", async () => {
		const { id } = await add(user, "One App");
		await add(user, "Two Apps");
		await trashApp(user, id);
		await add(user, "Three Apps");
		expect(await add(await createUser(), "One App")).toBeTruthy();
		await refusalOf(add(user, "Four Apps"));
	});

	test("answers a page's second click with its app, also at the limit", async () => {
		await add(user, "One App");
		const request = { name: "Two Apps", request_id: crypto.randomUUID() };
		const made = await create(user, request);
		expect(await create(user, request)).toEqual(made);
	});

	test("leaves what is above it after a downgrade, and says so", async () => {
		await makePro(user);
		for (const name of ["One App", "Two Apps", "Three Apps"]) await add(user, name);
		await grantPlan(user.email, "free");
		expect(await refusalOf(add(user, "Four Apps"))).toMatchObject({
			title: "Plan downgrade detected",
			message:
				"You have 3 apps but your current plan only allows 2. Please upgrade or delete some apps.",
		});
		expect(await listApps(user)).toHaveLength(3);
	});
});

describe("renaming an app", () => {
	test("moves its address, and says how many documents moved", async () => {
		const app = await createApp(user, "Alpha");
		await createDocument(app);
		await createDocument(app);
		expect(await renameApp(app, "Bravo")).toEqual({ documents: 2, forms: 0 });
		expect(await resolve("bravo")).toBe("found");
		expect(await resolve("alpha")).toBe(`/${account}/bravo`);
		expect(await resolve("alpha", "privacy-policy")).toBe(`/${account}/bravo/privacy-policy`);
	});

	test("to the name that it has changes nothing", async () => {
		const app = await createApp(user, "Alpha");
		expect(await withoutChange(() => renameApp(app, "Alpha"))).toBeNull();
	});

	test("in case only changes the name and no address", async () => {
		const app = await createApp(user, "Pocket Garden");
		await createDocument(app);
		expect(await renameApp(app, "POCKET garden")).toEqual({ documents: 0, forms: 0 });
		expect(await readApp(app)).toMatchObject({ name: "POCKET garden", slug: "pocket-garden" });
		expect(await resolve("pocket-garden")).toBe("found");
	});

	test("from A to B to C and back lets every name lead to the present one", async () => {
		const app = await createApp(user, "Alpha");
		await renameApp(app, "Bravo");
		await renameApp(app, "Charlie");
		for (const slug of ["alpha", "bravo"]) expect(await resolve(slug)).toBe(`/${account}/charlie`);
		await renameApp(app, "Alpha");
		expect(await resolve("alpha")).toBe("found");
		for (const slug of ["bravo", "charlie"]) expect(await resolve(slug)).toBe(`/${account}/alpha`);
	});

	test.each(["Taken", "TAKEN", "ta_ken"])(
		"is refused for %j when another app has it, and changes nothing",
		async (name) => {
			await createApp(user, "Taken");
			const app = await createApp(user, "Alpha");
			expect(await withoutChange(() => refusalOf(renameApp(app, name)))).toMatchObject(DUPLICATE);
		},
	);

	test("and creating apps is refused after 60 times in an hour, with the minutes to wait", async () => {
		const app = await createApp(await createUser());
		for (let n = 1; n < 60; n += 1) await renameApp(app, `Name ${n}`);
		const refusal = await refusalOf(withoutChange(() => renameApp(app, "Once More")));
		expect(refusal).toMatchObject({ field: "name", status: 429 });
		expect(refusal?.message).toContain("Please try again in 60 minutes.");
	});

	test("is won by one of two tabs that want one name for two apps", async () => {
		const one = await createApp(user, "Alpha");
		const two = await createApp(user, "Bravo");
		const outcomes = await Promise.allSettled([renameApp(one, "Same"), renameApp(two, "Same")]);
		expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		const names = (await listApps(user)).map(({ name }) => name);
		expect(names.filter((name) => name === "Same")).toHaveLength(1);
	});

	test("lets a new app have the old name, which then leads to the new app", async () => {
		const app = await createApp(user, "Alpha");
		await renameApp(app, "Bravo");
		const successor = await createApp(user, "Alpha");
		expect(await resolve("alpha")).toBe("found");
		expect(await findAppIdBySlug(user, "alpha")).toBe(successor.appId);
		await renameApp(successor, "Charlie");
		expect(await resolve("alpha")).toBe(`/${account}/charlie`);
		expect(await resolve("bravo")).toBe("found");
	});
});

describe("an app's contact address", () => {
	test("changes nothing else of the app, and nothing of the owner's other apps", async () => {
		const app = await createApp(user, "Pocket Garden");
		await createApp(user, "Tide Clock");
		const before = readDatabase();
		stopClock(later(clock.now(), DAY_MS));
		await saveContactEmail(app, "hello@example.com");
		expect(readDatabase()).not.toEqual(before);
		await saveContactEmail(app, null);
		expect(readDatabase()).toEqual(before);
	});
});

describe("an app in the trash", () => {
	test("keeps what it held for support to bring back", async () => {
		const app = await createApp(user, "Alpha");
		await createDocument(app);
		const before = readDatabase();
		await trashApp(user, app.appId);
		const after = readDatabase();
		expect(after.Document).toEqual(before.Document);
		expect(after.DocumentVersion).toEqual(before.DocumentVersion);
		expect(after.App).toHaveLength(before.App?.length ?? 0);
	});

	test("twice is the same deletion", async () => {
		const app = await createApp(user, "Alpha");
		const trash = () => trashApp(user, app.appId);
		expect(await Promise.all([trash(), trash(), trash()])).toEqual(["Alpha", "Alpha", "Alpha"]);
		expect(await withoutChange(trash)).toBe("Alpha");
	});

	test("gives its name and address back to the owner", async () => {
		const app = await createApp(user, "Alpha");
		await createDocument(app);
		await trashApp(user, app.appId);
		const successor = await createApp(user, "Alpha");
		expect(successor.appId).not.toBe(app.appId);
		expect(await resolve("alpha")).toBe("found");
		expect(await resolve("alpha", "privacy-policy")).toBe("missing");
		await trashApp(user, successor.appId);
		expect(await resolve("alpha")).toBe("gone");
	});

	test("is not brought back by the page that made it", async () => {
		const request = { name: "Alpha", request_id: crypto.randomUUID() };
		const made = await create(user, request);
		await trashApp(user, made.id);
		expect(await create(user, request)).toEqual(made);
		expect(await listApps(user)).toEqual([]);
	});

	test("can't be renamed, written to or read through a page that is still open", async () => {
		const app = await createApp(user, "Alpha");
		await trashApp(user, app.appId);
		await withoutChange(async () => {
			expect(await refusalOf(renameApp(app, "Bravo"))).toMatchObject({
				status: 409,
				title: "Nothing was changed",
			});
			await expect(saveContactEmail(app, "hello@example.com")).rejects.toThrow();
			await expect(readApp(app)).rejects.toThrow();
		});
	});
});

test("the list shows the newest first, each with its newest document first", async () => {
	const advance = stopClock(new Date());
	const one = await createApp(user, "One App");
	advance(1);
	const two = await createApp(user, "Two Apps");
	await createDocument(one, { title: "Older" });
	advance(1);
	await createDocument(one, { title: "Newer" });
	const apps = await listApps(user);
	expect(apps.map(({ id }) => id)).toEqual([two.appId, one.appId]);
	expect(apps[1]?.documents.map(({ title }) => title)).toEqual(["Newer", "Older"]);
	expect(apps[0]?.documents).toEqual([]);
});

test("the list shows the five newest documents and forms of an app, and how many there are", async () => {
	const advance = stopClock(new Date());
	await makePro(user);
	const app = await createApp(user);
	const gone = await createDocument(app, { title: "Gone" });
	for (let n = 1; n <= 7; n += 1) {
		advance(1);
		await createDocument(app, { title: `Document ${n}` });
		await createForm(app, { title: `Form ${n}` });
	}
	await deleteDocument(app, gone.id);
	const [listed] = await listApps(user);
	const titlesOf = (list?: { title: string }[]) => list?.map(({ title }) => title);
	expect(titlesOf(listed?.documents)).toEqual(newest("Document"));
	expect(titlesOf(listed?.forms)).toEqual(newest("Form"));
	expect(listed).toMatchObject({ documentCount: 7, formCount: 7 });

	function newest(noun: string): string[] {
		return [7, 6, 5, 4, 3].map((n) => `${noun} ${n}`);
	}
});
