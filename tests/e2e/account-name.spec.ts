import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { test as base, expect, fill, type Page, press } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const CHOOSE_ANOTHER = "Please choose an available account name.";

let count = 0;

function newName() {
	count += 1;
	return `studio-${process.pid}-${count}`;
}

const test = base.extend<{
	/** The page for an account name, open in the browser of a new account without one. */
	unnamed: Page;
	/** Types a name and asks whether it is free: with JavaScript by waiting, else by the button. */
	check: (name: string) => Promise<void>;
}>({
	unnamed: async ({ page, signInAs }, use) => {
		await signInAs({ accountName: null });
		await page.goto("/account-name");
		await use(page);
	},
	check: async ({ page, hasJavaScript }, use) => {
		await use(async (name) => {
			await fill(page, { "Account name": name });
			if (!hasJavaScript) await press(page, "Check");
		});
	},
});

async function save(page: Page, name?: string) {
	if (name !== undefined) await fill(page, { "Account name": name });
	await press(page, "Save account name");
}

test("a new account names itself on the dashboard, which suggests a name and goes on to step 2", async ({
	page,
	signInAs,
}) => {
	const name = newName();
	await signInAs({ accountName: null, email: `${name.toUpperCase()}@example.com` });
	await page.goto("/dashboard");
	await see.text(page, "Step 1 of 2");
	await expect(page.getByRole("link", { name: "New App" })).toHaveCount(0);
	await see.values(page, { "Account name": name });
	await save(page);
	await see.text(page, "Account name created!", "Step 2 of 2");
	await expect(page.getByRole("link", { name: "New App" })).toBeVisible();
});

test("an address of fewer than three usable characters suggests nothing, which can't be saved", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	await signInAs({ accountName: null, email: `a.b@${newName()}.example` });
	await page.goto("/account-name");
	await see.heading(page, "Set Up Your Account Name");
	await see.values(page, { "Account name": "" });
	if (hasJavaScript) {
		await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
		return;
	}
	await save(page);
	const problem = page.getByRole("alert").getByRole("link", { name: "Account name is required." });
	await expect(problem).toBeVisible();
});

test("a free name is said to be available, as it would be stored, before it is saved", async ({
	unnamed: page,
	check,
}) => {
	await see.link(page.getByRole("main"), "Settings", "/settings");
	await see.link(page, "Back to Dashboard", "/dashboard");
	const name = newName();
	await check(` ${name.toUpperCase().replaceAll("-", " - ")}! `);
	await see.text(page, `${name} is available.`);
	await see.values(page, { "Account name": name });
	await save(page);
	await expect(page).toHaveURL("/dashboard");
	await page.goto("/settings");
	await see.values(page, { "Account name": name });
});

test("reserved, short, long, empty and taken names are said to be unavailable", async ({
	unnamed: page,
	check,
	factories,
	hasJavaScript,
}) => {
	const { accountName: taken } = await factories.createUser();
	for (const [name, text] of [
		["Dashboard", '"dashboard" is reserved. Please choose a different account name.'],
		["ab", "Account names need at least 3 letters or digits"],
		["a".repeat(41), "Account names can have at most 40 characters."],
		["日本語", "Account names need at least 3 letters or digits"],
		[taken ?? "", "This account name is already taken. Please choose a different one."],
	] as const) {
		await check(name);
		await expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
		if (hasJavaScript) {
			await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
		}
	}
});

test("a name that somebody else saves first is refused with what was typed @once", async ({
	page,
	signInAs,
	factories,
}) => {
	const name = newName();
	await signInAs({ accountName: null, email: `${name}@example.com` });
	await page.goto("/account-name");
	await factories.createUser({ accountName: name });
	await save(page);
	await expect(page).toHaveTitle(/^Error: /);
	await expect(page.getByRole("alert").getByRole("link", { name: CHOOSE_ANOTHER })).toBeVisible();
	await see.values(page, { "Account name": name });
	const field = page.getByLabel("Account name");
	await expect(field).toHaveAccessibleDescription(new RegExp(CHOOSE_ANOTHER));
});

test("one's own name is said to be the current one @once", async ({ page, owner, check }) => {
	await page.goto("/account-name");
	await see.values(page, { "Account name": owner.accountName ?? "" });
	await check(`${owner.accountName} `);
	await see.text(page, "This is your current account name.");
});

test("typing quickly asks once, for what stands there in the end @once", async ({
	unnamed: page,
}) => {
	const name = newName();
	const asked: string[] = [];
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.pathname === "/account-name/check") asked.push(url.searchParams.get("slug") ?? "");
	});
	await fill(page, { "Account name": "" });
	// Time stands still meanwhile: a busy machine would make pauses between the keys.
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + MINUTE_MS);
	await page.getByLabel("Account name").pressSequentially(name);
	expect(asked).toEqual([]);
	await page.clock.runFor(SECOND_MS);
	await see.text(page, `${name} is available.`);
	expect(asked).toEqual([name]);
});

test("a name typed before the page's JavaScript arrives is checked once it has @once", async ({
	page,
	signInAs,
}) => {
	const name = newName();
	await signInAs({ accountName: null });
	const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
	await page.route("/assets/*.js", async (route) => {
		await arrival;
		await route.continue();
	});
	await page.goto("/account-name", { waitUntil: "commit" });
	await fill(page, { "Account name": name });
	arrive();
	await see.text(page, `${name} is available.`);
	await see.values(page, { "Account name": name });
});

test.describe("while the network fails", () => {
	test.use({ allowedConsoleErrors: [/net::ERR_FAILED/] });

	test("a check says so and keeps the name from being saved @once", async ({
		unnamed: page,
		check,
	}) => {
		const name = newName();
		await page.route("/account-name/check*", (route) => route.abort());
		await check(name);
		await see.text(page, "Error checking availability");
		await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
		await page.unroute("/account-name/check*");
		await check(`${name}-2`);
		await see.text(page, `${name}-2 is available.`);
		await save(page);
		await expect(page).toHaveURL("/dashboard");
	});
});

test("in Settings an account name is checked, refused and saved without leaving them", async ({
	page,
	owner,
	policy: _,
	check,
	factories,
}) => {
	const taken = newName();
	await factories.createUser({ accountName: taken });
	await page.goto("/settings");
	await save(page, owner.accountName ?? "");
	await expect(page).toHaveURL("/settings");
	await see.text(page, "No Changes", "Account name is already up to date.");
	await see.noText(page, "moved");

	await page.route("/account-name/check*", () => {});
	await save(page, taken);
	await expect(page).toHaveURL("/settings");
	await see.heading(page, "Billing");
	await expect(page.getByRole("alert")).toContainText(CHOOSE_ANOTHER);
	await see.values(page, { "Account name": taken });

	const free = newName();
	await save(page, free);
	await expect(page).toHaveURL("/settings");
	await expect(page.getByRole("status").first()).toContainText(
		/Account name updated.*1 document moved; the old addresses lead to the new ones\./,
	);
	await see.values(page, { "Account name": free });
	await expect(page.getByRole("alert")).toHaveCount(0);

	await page.unroute("/account-name/check*");
	await check(`${free}-2`);
	await see.text(page, `${free}-2 is available.`);
	await expect(page).toHaveURL("/settings");
	for (const rest of ["pocket-garden/documents", "pocket-garden/privacy-policy"]) {
		await page.goto(`/${owner.accountName}/${rest}`);
		await expect(page).toHaveURL(`/${free}/${rest}`);
	}
});
