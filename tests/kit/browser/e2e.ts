import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { copyDatabase } from "../process/database.ts";
import { startServer, type TestServer } from "../process/server.ts";
import { PASSWORD } from "../world/password.ts";
import { submit } from "./person.ts";

type Factories = {
	createUser: typeof import("../world/user.ts").createUser;
	createApp: typeof import("../world/app.ts").createApp;
	createDocument: typeof import("../world/document.ts").createDocument;
	createForm: typeof import("../world/form.ts").createForm;
	makePro: typeof import("../world/user.ts").makePro;
};

type TestUser = Awaited<ReturnType<Factories["createUser"]>>;
type TestApp = Awaited<ReturnType<Factories["createApp"]>>;
type TestDocument = Awaited<ReturnType<Factories["createDocument"]>>;

type WorkerFixtures = { server: TestServer; factories: Factories };

type TestFixtures = {
	/** Whether this project runs with JavaScript. */
	hasJavaScript: boolean;
	/** Creates a user and signs the page's browser in as them, without the forms. */
	signInAs: (traits?: Parameters<Factories["createUser"]>[0]) => Promise<TestUser>;
	/** A new user, who has yet to sign in. */
	user: TestUser;
	/** A new user, signed in. */
	owner: TestUser;
	/** Their app, called Pocket Garden. */
	app: TestApp;
	/** The page with the editor of a new document of that app. */
	editor: Page;
	/** The Privacy Policy of their app. */
	policy: TestDocument;
	/** Opens a page in a second browser, a "Firefox", where the user signs in if one is given. */
	openOtherBrowser: (user?: TestUser) => Promise<Page>;
	/** Console errors that this test expects; they don't fail it. */
	allowedConsoleErrors: RegExp[];
	/** Forgets failed sign-ins, which are also counted for the address that all tests share. */
	noFailedSignIns: undefined;
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
		await use(async (user) => {
			const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
			const context = await browser.newContext({ baseURL, javaScriptEnabled, userAgent });
			contexts.push(context);
			const page = await context.newPage();
			if (user) {
				await signIn(page, user.email);
				await expect(page).toHaveURL("/dashboard");
			}
			return page;
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

	user: async ({ factories }, use) => use(await factories.createUser()),

	owner: async ({ signInAs }, use) => use(await signInAs()),

	app: async ({ owner, factories }, use) => use(await factories.createApp(owner, "Pocket Garden")),

	editor: async ({ page, app }, use) => {
		await page.goto(`/app/${app.appId}/documents/new`);
		await use(page);
	},

	policy: async ({ app, factories }, use) => use(await factories.createDocument(app)),

	noFailedSignIns: [
		async ({ server: _ }, use) => {
			const { transaction } = await import("#app/platform/db/db.server.ts");
			await transaction((tx) => tx.rateLimit.deleteMany());
			await use(undefined);
		},
		{ auto: true },
	],
});

export * from "./person.ts";
export { expect, PASSWORD, type Page };

let count = 0;

/** An e-mail address that no other test uses. */
export function newEmail(): string {
	count += 1;
	return `person-${process.pid}-${count}@example.com`;
}

/** Opens the newest mail to an address in the local mailbox. Returns the first link in it. */
export async function readMailedLink(page: Page, email: string): Promise<string> {
	const mail = page.locator("li", { hasText: `To ${email}` }).first();
	await expect(async () => {
		await page.goto("/local/mailbox");
		await expect(mail).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await mail.getByRole("link").click();
	const link = page.locator(".mail-text a").first();
	return (await link.getAttribute("href")) ?? "";
}

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.goto("/auth");
	await submit(page, "Sign In", { Email: email, Password: password });
}

/** Fills in and sends the form for a new account. */
export async function signUp(page: Page, email: string, password = PASSWORD, again = password) {
	await page.goto("/auth?mode=sign-up");
	const passwords = { Password: password, "Confirm password": again };
	await submit(page, "Create Account", { Email: email, ...passwords });
}
