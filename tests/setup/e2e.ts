import { test as base, expect, type Page } from "@playwright/test";
import { copyDatabase } from "./database.ts";
import { startServer, type TestServer } from "./server.ts";

type Factories = {
	createUser: typeof import("../factories/user.ts").createUser;
	createApp: typeof import("../factories/app.ts").createApp;
	createDocument: typeof import("../factories/document.ts").createDocument;
	createForm: typeof import("../factories/form.ts").createForm;
	PASSWORD: string;
};

type WorkerFixtures = { server: TestServer; factories: Factories };

type TestFixtures = {
	/** Whether this project runs with JavaScript. */
	hasJavaScript: boolean;
	/** Makes a user and signs the page's browser in as them, without the forms. */
	signInAs: (
		traits?: Parameters<Factories["createUser"]>[0],
	) => Promise<Awaited<ReturnType<Factories["createUser"]>>>;
	/** What the console may say in this test: errors that are expected fail nothing. */
	allowedConsoleErrors: RegExp[];
};

/**
 * The e2e test: a server and a database of its own for each worker, factories that write to that
 * database, and a page whose console errors fail the test.
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
			// After the server fixture has set DATABASE_URL, which the app reads when it is loaded.
			const [user, app, document, form] = await Promise.all([
				import("../factories/user.ts"),
				import("../factories/app.ts"),
				import("../factories/document.ts"),
				import("../factories/form.ts"),
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
			// A refused form is a 4xx, and Chromium writes each into the console.
			if (
				message.type() !== "error" ||
				/the server responded with a status of 4/.test(message.text())
			)
				return;
			if (!allowedConsoleErrors.some((pattern) => pattern.test(message.text()))) {
				problems.push(message.text());
			}
		});
		page.on("pageerror", (error) => problems.push(String(error)));
		await use(page);
		expect(problems, "the page wrote errors to the console").toEqual([]);
	},

	signInAs: async ({ page, server, factories }, use) => {
		await use(async (traits) => {
			const user = await factories.createUser(traits);
			const { writeSessionToken } = await import("../../app/lib/cookies.server.ts");
			const [pair = ""] = (await writeSessionToken(user.token)).split(";");
			const [name = "", ...value] = pair.split("=");
			await page.context().addCookies([{ name, value: value.join("="), url: server.url }]);
			return user;
		});
	},
});

export { expect, type Page };

/** Opens the newest mail to an address in the local mailbox and answers the first link in it. */
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
