import type { APIResponse, Page, Route } from "@playwright/test";
import * as see from "../kit/browser/see.ts";
import {
	expect,
	fill,
	follow,
	newEmail,
	PASSWORD,
	readMailedLink,
	styled,
	test,
} from "../kit/http/visitor.ts";
import { sumOf } from "../kit/question.ts";

const ANOTHER = "battery staple";

/**
 * Fills in a form and presses its button twice before the first press is answered. Without scripts,
 * the server gets both posts, which a plain double click leaves to chance: the browser drops the
 * first if it has not left yet. With scripts, the second press sends nothing.
 */
async function submitTwice(page: Page, name: string, values: Record<string, string> = {}) {
	// Nobody types into a page before its stylesheet lets the browser draw it.
	await styled(page);
	await fill(page, values);
	const button = page.getByRole("button", { name, exact: true });
	const answers: Promise<APIResponse>[] = [];
	const { promise: secondIsAnswered, resolve: release } = Promise.withResolvers<void>();
	async function answer(route: Route) {
		const request = route.request();
		// The editor saves a draft and renews the preview beside it by itself.
		const isOfEditor = /\/documents\/(?:drafts|preview)$/.test(request.url());
		const isOfButton = request.method() === "POST" && !isOfEditor;
		if (!isOfButton) return route.fallback();
		const response = route.fetch({ maxRedirects: 0 });
		answers.push(response);
		const isFirst = answers.length === 1;
		const settled = await response;
		if (isFirst) await secondIsAnswered;
		else release();
		// The browser has given up the first post, and nobody waits for its answer.
		await route.fulfill({ response: settled }).catch(() => {});
	}
	// Without a handler, the browser would send again what one of them is still answering.
	const handled: Promise<void>[] = [];
	const handle = (route: Route) => {
		const done = answer(route);
		handled.push(done);
		return done;
	};
	await page.route("**", handle);
	// Waits until the button stands still. A click of the button itself would wait for the answer.
	await button.hover();
	const box = await button.boundingBox();
	if (!box) throw new Error("The button is not on the page");
	const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
	await page.mouse.click(...middle);
	await expect.poll(() => answers.length).toBe(1);
	await page.mouse.click(...middle);
	await expect
		.poll(
			async () =>
				answers.length >= 2 || (await page.locator('button[aria-busy="true"]').count()) > 0,
		)
		.toBe(true);
	if (answers.length === 1) release();
	await Promise.all([...answers, ...handled]);
	await page.unroute("**", handle);
}

type Table = "app" | "document" | "documentVersion" | "message" | "session" | "outboxMail";

async function countRows(table: Table, where: Record<string, unknown>) {
	const { db } = await import("#app/platform/db/db.server.ts");
	const model = db[table] as unknown as { count(query: { where: object }): Promise<number> };
	return model.count({ where });
}

async function countMails(recipient: string) {
	return countRows("outboxMail", { recipient });
}

test("creating, confirming and signing in to an account", async ({ page, user }) => {
	const email = newEmail();
	await page.goto("/auth?mode=sign-up");
	await submitTwice(page, "Create Account", {
		Email: email,
		Password: PASSWORD,
		"Confirm password": PASSWORD,
	});
	await see.text(page, "Check your email for the confirmation link!");
	await page.goto(await readMailedLink(page, email));
	expect(await countMails(email)).toBe(1);
	await submitTwice(page, "Confirm my address");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Step 1 of 2");
	await submitTwice(page, "Sign Out");
	await expect(page).toHaveURL("/");
	expect(await countRows("session", { user: { email } })).toBe(0);

	await page.goto("/auth");
	await submitTwice(page, "Sign In", { Email: user.email, Password: PASSWORD });
	await expect(page).toHaveURL("/dashboard");
});

test("changing the password and the address", async ({ page, owner }) => {
	await page.goto("/settings");
	await submitTwice(page, "Change password", {
		"Current password": PASSWORD,
		"New password": ANOTHER,
		"Confirm new password": ANOTHER,
	});
	await see.text(page, "Every other browser was signed out.");
	expect(await countMails(owner.email)).toBe(1);

	const email = newEmail();
	await page.goto("/settings/email");
	await submitTwice(page, "Send the link", {
		"New e-mail address": email,
		"Current password": ANOTHER,
	});
	await see.heading(page, "Check your new mailbox");
	await page.goto(await readMailedLink(page, email));
	expect(await countMails(email)).toBe(1);
	await submitTwice(page, "Confirm my new address");
	await see.heading(page, "Your address is confirmed");
});

test("deleting the account", async ({ page, owner }) => {
	await page.goto("/settings/deletion");
	await submitTwice(page, "Delete Account", {
		"Type DELETE to confirm": "DELETE",
		"Current password": PASSWORD,
	});
	await expect(page).toHaveURL("/");
	await see.text(page, "Your account was deleted");
	expect(await countMails(owner.email)).toBe(1);
});

test("saving an account name", async ({ page, signInAs }) => {
	await signInAs({ accountName: null });
	await page.goto("/account-name");
	await submitTwice(page, "Save account name");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, /^Account name created$/);
	await expect(page.getByRole("alert")).toHaveCount(0);
});

test("creating, renaming and deleting an app", async ({ page, factories, owner }) => {
	await page.goto("/dashboard");
	await submitTwice(page, "Create App", { "App name": "Pocket Garden" });
	await see.text(page, "App created!");
	await see.heading(page, "Create Document");
	await expect(page.getByRole("alert")).toHaveCount(0);

	const app = await factories.createApp(owner, "Tide Clock");
	await page.goto(`/app/${app.appId}/settings`);
	await submitTwice(page, "Save name", { "App name": "Moon Clock" });
	await see.text(page, "App name updated");
	await expect(page.getByRole("alert")).toHaveCount(0);

	await page.goto(`/app/${app.appId}/deletion`);
	await submitTwice(page, "Delete App");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "App Deleted");
	await expect(page.getByRole("article")).toHaveCount(1);
});

test("creating the last app that the plan allows", async ({ page, factories, owner }) => {
	await factories.createApp(owner);
	await page.goto("/dashboard?new-app");
	await submitTwice(page, "Create App", { "App name": "Pocket Garden" });
	await see.text(page, "App created!");
	await see.noText(page, /^Free plan limit reached$/);
	expect(await countRows("app", { userId: owner.userId })).toBe(2);
});

test("publishing, changing, restoring and deleting a document", async ({ page, app }) => {
	await page.goto(`/app/${app.appId}/documents/new`);
	await submitTwice(page, "Preview", { Title: "Privacy Policy", Content: "We collect nothing." });
	// A wide window shows a preview before the answer, which moves what is below it.
	const preview = page.getByRole("button", { name: "Preview", exact: true });
	await expect(preview).toHaveAttribute("aria-current", "true");
	await submitTwice(page, "Edit");
	await see.values(page, { Content: "We collect nothing." });
	await submitTwice(page, "Publish");
	await see.heading(page, "Document published");
	expect(await countRows("document", { appId: app.appId })).toBe(1);

	await page.goto("/dashboard");
	await follow(page, "Edit Privacy Policy");
	await submitTwice(page, "Save Changes", { Content: "We collect even less." });
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Changes saved.");
	const versions = { document: { appId: app.appId } };
	expect(await countRows("documentVersion", versions)).toBe(2);

	await follow(page, "Edit Privacy Policy", "Versions", "Version 1");
	await submitTwice(page, "Restore this version");
	await see.text(page, "Version 1 is public again.");
	await expect(page.getByRole("alert")).toHaveCount(0);
	expect(await countRows("documentVersion", versions)).toBe(3);

	await page.goto("/dashboard");
	await follow(page, "Delete Privacy Policy");
	await submitTwice(page, "Delete document");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Document deleted successfully");
	await see.noText(page, "Document not found.");
});

test("sending a form, confirming it and writing in the conversation", async ({
	form,
	openOtherBrowser,
}) => {
	const [visitor, email] = [await openOtherBrowser(), newEmail()];
	await visitor.goto(form.path);
	await submitTwice(visitor, "Send", { Name: "Ann", Email: email, Message: "It crashes." });
	await submitTwice(visitor, "Send", {
		"What is": sumOf(await visitor.locator("label").innerText()),
	});
	await see.heading(visitor, "Check Your Email");
	await visitor.goto(await readMailedLink(visitor, email));
	expect(await countMails(email)).toBe(1);
	await submitTwice(visitor, "Confirm and continue");
	await expect(visitor).toHaveURL(/\/conversation\//);
	await submitTwice(visitor, "Send", { "Your message": "Are you there?" });
	await see.text(visitor, "Message sent successfully!");
	expect(await countRows("message", { submission: { email } })).toBe(1);
	await submitTwice(visitor, "Extend by an hour", { "Your message": "And" });
	await see.text(visitor, "You have an hour from now.");
	await see.values(visitor, { "Your message": "And" });
});

test("Use Sample, Refresh and the guide", async ({ page, signInAs, factories }) => {
	const app = await factories.createApp(await signInAs({ guideDismissed: false }));
	await page.goto("/dashboard");
	await submitTwice(page, "Refresh");
	await expect(page.getByText("Refreshed successfully")).toHaveCount(1);
	await submitTwice(page, "Dismiss the guide");
	await expect(page.locator("#guide")).toHaveCount(0);
	await expect(page).toHaveURL("/dashboard");
	await page.goto(`/app/${app.appId}/documents/new`);
	await submitTwice(page, "Use Sample");
	await see.values(page, { Title: "Privacy Policy" });
	await expect(page.getByRole("alert")).toHaveCount(0);
});
