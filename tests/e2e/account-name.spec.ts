import { expect, type Page, test } from "../kit/browser/e2e.ts";

const TAKEN = "This account name is already taken. Please choose a different one.";
const CHOOSE_ANOTHER = "Please choose an available account name.";

const UNAVAILABLE = [
	["Dashboard", '"dashboard" is reserved. Please choose a different account name.'],
	["ab", "Account names need at least 3 letters or digits"],
	["a".repeat(41), "Account names can have at most 40 characters."],
	["日本語", "Account names need at least 3 letters or digits"],
] as const;

let count = 0;

function newName() {
	count += 1;
	return `studio-${process.pid}-${count}`;
}

/** Types a name and asks whether it is free: with JavaScript by waiting, without by the button. */
async function check(page: Page, name: string, hasJavaScript: boolean) {
	const field = page.getByLabel("Account name");
	await field.fill(name);
	if (!hasJavaScript) await page.getByRole("button", { name: "Check" }).click();
}

function save(page: Page) {
	return page.getByRole("button", { name: "Save account name" }).click();
}

test("a new account names itself on the dashboard, which suggests a name and goes on to step 2", async ({
	page,
	signInAs,
}) => {
	const name = newName();
	await signInAs({ accountName: null, email: `${name.toUpperCase()}@example.com` });
	await page.goto("/dashboard");
	await expect(page.getByText("Step 1 of 2")).toBeVisible();
	await expect(page.getByRole("link", { name: "New App" })).toHaveCount(0);
	await expect(page.getByLabel("Account name")).toHaveValue(name);
	await save(page);
	await expect(page.getByText("Account name created", { exact: true })).toBeVisible();
	await expect(page.getByText("Your account name has been successfully created!")).toBeVisible();
	await expect(page.getByText("Step 2 of 2")).toBeVisible();
	await expect(page.getByRole("link", { name: "New App" })).toBeVisible();
});

test("an address with fewer than three usable characters suggests nothing", async ({
	page,
	signInAs,
}) => {
	await signInAs({ accountName: null, email: `a.b@${newName()}.example` });
	await page.goto("/account-name");
	await expect(page.getByRole("heading", { name: "Set Up Your Account Name" })).toBeVisible();
	await expect(page.getByLabel("Account name")).toHaveValue("");
});

test("the page leads to the settings and back to the dashboard", async ({ page, signInAs }) => {
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
	await expect(page).toHaveURL("/settings");
	await page.goto("/account-name");
	await page.getByRole("link", { name: "Back to Dashboard" }).click();
	await expect(page).toHaveURL("/dashboard");
});

test("a free name is said to be available before it is saved", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	const name = newName();
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	await check(page, name, hasJavaScript);
	await expect(page.getByText(`${name} is available.`)).toBeVisible();
	await save(page);
	await expect(page).toHaveURL("/dashboard");
	await page.goto("/settings");
	await expect(page.getByLabel("Account name")).toHaveValue(name);
});

test("what was typed is replaced by the name as it would be stored", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	const name = newName();
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	await check(page, ` ${name.toUpperCase().replaceAll("-", " - ")}! `, hasJavaScript);
	await expect(page.getByText(`${name} is available.`)).toBeVisible();
	await expect(page.getByLabel("Account name")).toHaveValue(name);
});

test("a name in accents is folded into plain letters, unasked", async ({ page, signInAs }) => {
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	await page.getByLabel("Account name").fill(`Café Größe ${newName()}`);
	await save(page);
	await expect(page).toHaveURL("/dashboard");
	await page.goto("/settings");
	await expect(page.getByLabel("Account name")).toHaveValue(/^cafe-groe-studio-/);
});

test("reserved, short, long and empty names are said to be unavailable", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	for (const [name, text] of UNAVAILABLE) {
		await check(page, name, hasJavaScript);
		await expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
		if (hasJavaScript) {
			await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
		}
	}
});

test("such names are refused, and kept in the field, when they are saved unchecked", async ({
	page,
	signInAs,
}) => {
	await signInAs({ accountName: null });
	await page.route("/account-name/check*", () => {});
	await page.goto("/account-name");
	for (const [name, text] of UNAVAILABLE) {
		await page.getByLabel("Account name").fill(name);
		await save(page);
		await expect(page).toHaveTitle(/^Error: /);
		await page.getByRole("alert").getByRole("link", { name: text }).click();
		await expect(page.getByLabel("Account name")).toBeFocused();
		await expect(page.getByLabel("Account name")).toHaveValue(name);
	}
});

test("another account's name is taken, and so is every name it had before", async ({
	page,
	signInAs,
	factories,
	hasJavaScript,
}) => {
	const [former, present] = [newName(), newName()];
	const other = await factories.createUser({ accountName: former });
	const { saveAccountName } = await import("#app/accounts/account-name.server.ts");
	await saveAccountName(other, present);

	await signInAs({ accountName: null });
	await page.goto("/account-name");
	for (const name of [present, former]) {
		await check(page, name, hasJavaScript);
		await expect(page.getByText(TAKEN)).toBeVisible();
	}
	const saved = newName();
	await check(page, saved, hasJavaScript);
	await expect(page.getByText(`${saved} is available.`)).toBeVisible();
});

test("a name that somebody else saves first is refused with what was typed", async ({
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
	await expect(page.getByLabel("Account name")).toHaveValue(name);
	await expect(page.getByLabel("Account name")).toHaveAccessibleDescription(
		new RegExp(CHOOSE_ANOTHER),
	);
});

test("one's own name is said to be the current one", async ({ page, signInAs, hasJavaScript }) => {
	const { accountName } = await signInAs();
	await page.goto("/account-name");
	await expect(page.getByLabel("Account name")).toHaveValue(accountName ?? "");
	await check(page, `${accountName} `, hasJavaScript);
	await expect(page.getByText("This is your current account name.")).toBeVisible();
});

test("an empty name can't be saved", async ({ page, signInAs, hasJavaScript }) => {
	await signInAs({ accountName: null, email: `a@${newName()}.example` });
	await page.goto("/account-name");
	if (hasJavaScript) {
		await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
		return;
	}
	await save(page);
	await expect(
		page.getByRole("alert").getByRole("link", { name: "Account name is required." }),
	).toBeVisible();
});

test("a rename counts what moved, and every old address leads to the new one", async ({
	page,
	signInAs,
	factories,
}) => {
	const name = newName();
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const policy = await factories.createDocument(app);
	await factories.createDocument(app, { title: "Terms of Service" });
	await page.goto("/settings");
	await page.getByLabel("Account name").fill(name);
	await save(page);
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByRole("status")).toContainText("Account name updated");
	await expect(page.getByRole("status")).toContainText(
		"2 documents moved; the old addresses lead to the new ones.",
	);

	await page.goto(policy.path);
	await expect(page).toHaveURL(`/${name}/pocket-garden/privacy-policy`);
	await expect(page.getByRole("heading", { name: "Privacy Policy" })).toBeVisible();
	await page.goto(`/${owner.accountName}/pocket-garden?from=store`);
	await expect(page).toHaveURL(`/${name}/pocket-garden?from=store`);
	await page.goto(`/${owner.accountName}/pocket-garden/documents`);
	await expect(page).toHaveURL(`/${name}/pocket-garden/documents`);
});

test("saving the present name again changes nothing and says no untruth", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner);
	const policy = await factories.createDocument(app);
	await page.goto("/account-name");
	await save(page);
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("moved")).toHaveCount(0);
	await page.goto(policy.path);
	await expect(page).toHaveURL(policy.path);
});

test("typing quickly asks once, for what stands there in the end", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	const name = newName();
	await signInAs({ accountName: null });
	const asked: string[] = [];
	page.on("request", (request) => {
		const url = new URL(request.url());
		if (url.pathname === "/account-name/check") asked.push(url.searchParams.get("slug") ?? "");
	});
	await page.goto("/account-name");
	await page.getByLabel("Account name").fill("");
	await page.getByLabel("Account name").pressSequentially(name);
	if (!hasJavaScript) await page.getByRole("button", { name: "Check" }).click();
	await expect(page.getByText(`${name} is available.`)).toBeVisible();
	expect(asked).toEqual(hasJavaScript ? [name] : []);
});

test("a name typed before the page's JavaScript arrives is checked once it has", async ({
	page,
	signInAs,
	hasJavaScript,
}) => {
	const name = newName();
	await signInAs({ accountName: null });
	let arrive = () => {};
	const arrival = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	await page.route("/assets/*.js", async (route) => {
		await arrival;
		await route.continue();
	});
	await page.goto("/account-name", { waitUntil: "commit" });
	await page.getByLabel("Account name").fill(name);
	arrive();
	if (!hasJavaScript) await page.getByRole("button", { name: "Check" }).click();
	await expect(page.getByText(`${name} is available.`)).toBeVisible();
	await expect(page.getByLabel("Account name")).toHaveValue(name);
});

test.describe("while the network fails", () => {
	test.use({ allowedConsoleErrors: [/net::ERR_FAILED/] });

	test("a check says so and keeps the name from being saved", async ({
		page,
		signInAs,
		hasJavaScript,
	}) => {
		const name = newName();
		await signInAs({ accountName: null });
		await page.goto("/account-name");
		await page.route("/account-name/check*", (route) => route.abort());
		await check(page, name, hasJavaScript);
		if (hasJavaScript) {
			await expect(page.getByText("Error checking availability")).toBeVisible();
			await expect(page.getByRole("button", { name: "Save account name" })).toBeDisabled();
			await page.unroute("/account-name/check*");
			await check(page, `${name}-2`, hasJavaScript);
			await expect(page.getByText(`${name}-2 is available.`)).toBeVisible();
		}
		await save(page);
		await expect(page).toHaveURL("/dashboard");
	});
});
