import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { copyDatabase } from "../process/database.ts";
import { startServer, type TestServer } from "../process/server.ts";

type Factories = {
	createUser: typeof import("../world/user.ts").createUser;
	createApp: typeof import("../world/app.ts").createApp;
	createDocument: typeof import("../world/document.ts").createDocument;
	createForm: typeof import("../world/form.ts").createForm;
	PASSWORD: string;
};

type WorkerFixtures = { server: TestServer; factories: Factories };

type TestFixtures = {
	/** Whether this project runs with JavaScript. */
	hasJavaScript: boolean;
	/** Creates a user and signs the page's browser in as them, without the forms. */
	signInAs: (
		traits?: Parameters<Factories["createUser"]>[0],
	) => Promise<Awaited<ReturnType<Factories["createUser"]>>>;
	/** Opens a page in a second, signed-out "Firefox". It is closed after the test. */
	openOtherBrowser: () => Promise<Page>;
	/** Console errors that this test expects; they don't fail it. */
	allowedConsoleErrors: RegExp[];
};

/**
 * The e2e test: a server and a database for each worker, factories that write to that database, and
 * a page whose console errors fail the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off the pattern
		async ({}, use) => {
			const file = copyDatabase();
			process.env.DATABASE_URL = `file:${file}`;
			const server = await startServer(file);
			await use(server);
			await server.stop();
			expect(server.errors, "the server wrote errors").toEqual([]);
		},
		{ scope: "worker" },
	],

	factories: [
		async ({ server: _ }, use) => {
			// The app reads DATABASE_URL when it is loaded, and the server fixture has set it by now.
			const [user, app, document, form] = await Promise.all([
				import("../world/user.ts"),
				import("../world/app.ts"),
				import("../world/document.ts"),
				import("../world/form.ts"),
			]);
			await use({ ...user, ...app, ...document, ...form });
		},
		{ scope: "worker" },
	],

	baseURL: async ({ server }, use) => use(server.url),

	hasJavaScript: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),

	allowedConsoleErrors: [[], { option: true }],

	page: async ({ page, allowedConsoleErrors }, use) => {
		const problems: string[] = [];
		page.on("console", (message) => {
			// A refused form is a 4xx, which Chromium logs as a console error.
			if (
				message.type() !== "error" ||
				/the server responded with a status of 4/.test(message.text())
			)
				return;
			if (!allowedConsoleErrors.some((pattern) => pattern.test(message.text()))) {
				problems.push(message.text());
			}
		});
		page.on("pageerror", (error) => {
			// React Router leaves the rejection unhandled when a newer click overtakes a navigation
			// (remix-run/react-router#14761). The page still works.
			if (error.name !== "AbortError") problems.push(String(error));
		});
		await use(page);
		expect(problems, "the page wrote errors to the console").toEqual([]);
	},

	openOtherBrowser: async ({ browser, baseURL, javaScriptEnabled }, use) => {
		const contexts: BrowserContext[] = [];
		await use(async () => {
			const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
			const context = await browser.newContext({ baseURL, javaScriptEnabled, userAgent });
			contexts.push(context);
			return context.newPage();
		});
		await Promise.all(contexts.map((context) => context.close()));
	},

	signInAs: async ({ page, server, factories }, use) => {
		await use(async (traits) => {
			const user = await factories.createUser(traits);
			const { writeSessionToken } = await import("#app/http/cookies.server.ts");
			const [pair = ""] = (await writeSessionToken(user.token)).split(";");
			const [name = "", ...value] = pair.split("=");
			await page.context().addCookies([{ name, value: value.join("="), url: server.url }]);
			return user;
		});
	},
});

export { expect, type Page };

/** Opens the newest mail to an address in the local mailbox. Returns the first link in it. */
export async function readMailedLink(page: Page, email: string): Promise<string> {
	const mail = page.locator("li", { hasText: `To ${email}` }).first();
	await expect(async () => {
		await page.goto("/local/mailbox");
		await expect(mail).toBeVisible({ timeout: 500 });
	}).toPass();
	await mail.getByRole("link").click();
	const link = page.locator(".mail-text a").first();
	return (await link.getAttribute("href")) ?? "";
}

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.goto("/auth");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign In" }).click();
}

/** Expects the page to show this error in its title, in the summary and beside the field. */
export async function expectRefused(page: Page, label: string, text: string): Promise<void> {
	await expect(page).toHaveTitle(/^Error: /);
	const summary = page.getByRole("alert");
	await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
	const field = page.getByLabel(label, { exact: true });
	await expect(field).toHaveAttribute("aria-invalid", "true");
	await expect(field).toHaveAccessibleDescription(new RegExp(text));
	await summary.getByRole("link", { name: text }).click();
	await expect(field).toBeFocused();
}
