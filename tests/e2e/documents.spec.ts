import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "../kit/browser/e2e.ts";

const BOTH_REQUIRED = "Please provide both a title and content.";
const POLICY = fs.readFileSync(
	path.join(import.meta.dirname, "../fixtures/policies/privacy-statement.md"),
	"utf8",
);

function title(page: Page) {
	return page.getByRole("textbox", { name: "Title" });
}

function content(page: Page) {
	return page.getByRole("textbox", { name: "Content" });
}

function press(page: Page, name: string) {
	return page.getByRole("button", { name, exact: true }).click();
}

test("a sample is filled in, published, copied and seen at its address", async ({
	page,
	context,
	signInAs,
	factories,
	hasJavaScript,
	server,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.clock.install();
	await page.goto(`/app/${app.appId}/documents/new`);
	for (const name of ["Privacy policy", "Terms", "Legal documents"]) {
		const generator = page.getByRole("link", { name: `${name} (opens in a new tab)` });
		await expect(generator).toHaveAttribute("target", "_blank");
		await expect(generator).toHaveAttribute("href", /^https:/);
	}
	await press(page, "Use Sample");
	await expect(title(page)).toHaveValue("Privacy Policy");
	await expect(content(page)).toHaveValue(/## What this policy covers/);
	await press(page, "Publish");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
	const address = `${server.url}/${owner.accountName}/pocket-garden/privacy-policy`;
	await expect(page.getByText(address)).toBeVisible();
	if (hasJavaScript) {
		await press(page, "Copy");
		await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
		await page.clock.runFor(1_500);
		await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
		await page.clock.runFor(600);
		await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
	}
	await expect(page.getByRole("link", { name: "Back to Dashboard" })).toHaveAttribute(
		"href",
		"/dashboard",
	);
	await page.getByRole("link", { name: "View Live" }).click();
	await expect(page).toHaveURL(address);
	await expect(page.getByRole("heading", { name: "What this policy covers" })).toBeVisible();
	await expect(page.getByRole("navigation", { name: "Contents" })).toBeVisible();
});

test("Use Sample replaces nothing that was typed without asking", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	await content(page).fill("My own words.");
	await press(page, "Use Sample");
	const question = page.getByRole("alert");
	await expect(question).toContainText("The sample would replace the title and the text");
	await expect(content(page)).toHaveValue("My own words.");
	await expect(title(page)).toHaveValue("");
	await press(page, "Replace my text");
	await expect(title(page)).toHaveValue("Privacy Policy");
	await expect(content(page)).toHaveValue(/## What this policy covers/);
	await expect(question).toHaveCount(0);
});

test("Preview shows the page that the text makes, and Edit brings the text back", async ({
	page,
	signInAs,
	factories,
	hasJavaScript,
}) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	const previewTab = page.getByRole("button", { name: "Preview" });
	if (hasJavaScript) await expect(previewTab).toBeDisabled();
	else {
		await previewTab.click();
		await expect(
			page.getByRole("alert").getByRole("link", { name: "There is nothing to preview yet." }),
		).toBeVisible();
	}
	const source = "## What we keep\n\n| What | How long |\n| --- | ---: |\n| **Mail** | 90 days |";
	await title(page).fill("Privacy Policy");
	await content(page).fill(source);
	await previewTab.click();
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview.getByRole("heading", { name: "What we keep" })).toBeVisible();
	await expect(preview.getByRole("cell", { name: "90 days" })).toBeVisible();
	await expect(content(page)).toBeHidden();
	await expect(title(page)).toHaveValue("Privacy Policy");

	await press(page, "Edit");
	await expect(preview).toHaveCount(0);
	await expect(content(page)).toHaveValue(source);
	await content(page).fill(`${source}\n\nNothing else.`);
	await previewTab.click();
	await expect(preview.getByText("Nothing else.")).toBeVisible();
	await press(page, "Publish");
	await page.getByRole("link", { name: "View Live" }).click();
	await expect(page.getByRole("cell", { name: "90 days" })).toHaveCSS("text-align", /right/);
	await expect(page.getByText("Nothing else.")).toBeVisible();
});

test("a document without a title or without content is refused with what was typed", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	const summary = page.getByRole("alert");
	await press(page, "Publish");
	await expect(summary.getByRole("link")).toHaveText([BOTH_REQUIRED]);
	for (const field of [title(page), content(page)]) {
		await expect(field).toHaveAccessibleDescription(new RegExp(BOTH_REQUIRED));
	}
	await title(page).fill("Privacy Policy");
	await press(page, "Publish");
	await expect(title(page)).not.toHaveAttribute("aria-invalid", "true");
	await summary.getByRole("link", { name: BOTH_REQUIRED }).click();
	await expect(content(page)).toBeFocused();
	await expect(title(page)).toHaveValue("Privacy Policy");
	await expect(page).toHaveTitle(/^Error: /);

	await title(page).fill("   ");
	await content(page).fill("We collect nothing.");
	await press(page, "Publish");
	await expect(title(page)).toHaveAttribute("aria-invalid", "true");
	await summary.getByRole("link", { name: BOTH_REQUIRED }).click();
	await expect(title(page)).toBeFocused();
	await expect(content(page)).toHaveValue("We collect nothing.");

	await title(page).fill("Privacy Policy");
	await press(page, "Publish");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
});

test("Enter in the title publishes", async ({ page, signInAs, factories }) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	await content(page).fill("We collect nothing.");
	await title(page).fill("Privacy Policy");
	await title(page).press("Enter");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
});

test("a change reaches the public page with its date, and a new title moves the address", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs(), "Pocket Garden");
	const policy = await factories.createDocument(app);
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) =>
		tx.document.update({
			where: { id: policy.id },
			data: { updatedAt: new Date("2020-02-29T12:00:00Z") },
		}),
	);
	await page.goto(policy.path);
	await expect(page.getByText("Last updated 29 February 2020")).toBeVisible();

	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	await title(page).fill("Privacy Notice");
	await content(page).fill("We collect even less.");
	await press(page, "Save Changes");
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Changes saved.")).toBeVisible();

	await page.goto(`${policy.path}?from=store`);
	await expect(page).toHaveURL(/\/pocket-garden\/privacy-notice\?from=store$/);
	await expect(page.getByRole("heading", { name: "Privacy Notice" })).toBeVisible();
	await expect(page.getByText("We collect even less.")).toBeVisible();
	await expect(page.getByText("Last updated 29 February 2020")).toHaveCount(0);
	const today = new Date().toISOString().slice(0, 10);
	await expect(page.getByRole("time")).toHaveAttribute("datetime", new RegExp(`^${today}`));
});

test("saving a document unchanged leaves its date as it is", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app);
	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	await press(page, "Save Changes");
	await expect(page).toHaveURL("/dashboard");
	await page.goto(`/app/${app.appId}/documents/${policy.id}/versions`);
	await expect(page.getByRole("link", { name: /^Version/ })).toHaveCount(1);
	await page.goto(policy.path);
	await expect(page.getByRole("time")).toHaveAttribute("datetime", policy.updatedAt.toISOString());
});

test("an unknown document leads to the list, which says so", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	for (const rest of ["edit", "versions", "published", "deletion"]) {
		await page.goto(`/app/${app.appId}/documents/none/${rest}`);
		await expect(page).toHaveURL(`/${owner.accountName}/pocket-garden/documents`);
		await expect(page.getByText("Document not found.")).toBeVisible();
	}
});

test("of two tabs that save one document, the second is told, loses nothing and may go on", async ({
	page,
	context,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app, { content: "First text." });
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await tab.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	}
	await content(other).fill("From the other tab.");
	await press(other, "Save Changes");
	await expect(other).toHaveURL("/dashboard");

	await content(page).fill("From this tab.");
	await press(page, "Save Changes");
	await expect(page.getByRole("alert")).toContainText(
		"This document was changed in another window while you were editing it.",
	);
	await expect(page.getByText("Another window saved this document on")).toBeVisible();
	await expect(content(page)).toHaveValue("From this tab.");
	await other.goto(policy.path);
	await expect(other.getByText("From the other tab.")).toBeVisible();

	await press(page, "Preview");
	await expect(page.getByRole("region", { name: "Preview" })).toContainText("From this tab.");
	await press(page, "Edit");
	await expect(content(page)).toHaveValue("From this tab.");
	await press(page, "Save Changes");
	await expect(page).toHaveURL("/dashboard");
	await other.reload();
	await expect(other.getByText("From this tab.")).toBeVisible();

	await page.goto(`/app/${app.appId}/documents/${policy.id}/versions`);
	await expect(page.getByRole("link", { name: /^Version/ })).toHaveText([
		"Version 3",
		"Version 2",
		"Version 1",
	]);
	await page.getByRole("link", { name: "Version 2" }).click();
	await expect(page.getByRole("insertion")).toContainText("From the other tab.");
});

test("saving over another tab's text takes one press more", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app, { content: "First text." });
	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	const { updateDocument } = await import("#app/documents/document.server.ts");
	await updateDocument(app, policy.id, { title: policy.title, content: "Second.", revision: 1 });
	await content(page).fill("Third.");
	await press(page, "Save Changes");
	await press(page, "Save my text anyway");
	await expect(page).toHaveURL("/dashboard");
	await page.goto(policy.path);
	await expect(page.getByText("Third.")).toBeVisible();
});

test("a version that is not there is a page of its own, whatever its number", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app);
	const versions = `/app/${app.appId}/documents/${policy.id}/versions`;
	for (const revision of ["2", "0", "1.5", "99999999999", "99999999999999999999", "none", "-1"]) {
		const response = await page.goto(`${versions}/${revision}`);
		expect(response?.status()).toBe(404);
		await expect(page.getByRole("heading", { name: "Version not found" })).toBeVisible();
	}
	const response = await page.goto(`${versions}/1?with=1.5`);
	expect(response?.status()).toBe(200);
});

test("versions are listed, compared and restored", async ({ page, signInAs, factories }) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner);
	const policy = await factories.createDocument(app, { title: "Privacy", content: "One.\n" });
	const { updateDocument } = await import("#app/documents/document.server.ts");
	const save = (revision: number, text: { title: string; content: string }) =>
		updateDocument(app, policy.id, { ...text, revision });
	await save(1, { title: "Privacy", content: "One.\n\nTwo.\n" });
	await save(2, { title: "Privacy Policy", content: "One.\n\nTwo.\n\nThree.\n" });

	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	await page.getByRole("link", { name: "Versions" }).click();
	const newest = page.getByRole("main").getByRole("listitem").first();
	await expect(newest).toContainText("Version 3");
	await expect(newest).toContainText("Public now");
	await expect(newest).toContainText(`saved by ${owner.email}`);

	await page.getByRole("link", { name: "Version 3" }).click();
	await expect(page.getByText("This version is public now.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Restore this version" })).toHaveCount(0);
	await expect(page.getByRole("insertion").filter({ hasText: "Three." })).toBeVisible();
	await expect(page.getByRole("insertion").filter({ hasText: "Privacy Policy" })).toBeVisible();
	await expect(page.getByRole("insertion").filter({ hasText: "Two." })).toHaveCount(0);
	await page.getByLabel("Compared with").selectOption("Version 1");
	await press(page, "Compare");
	await expect(page.getByRole("insertion").filter({ hasText: "Two." })).toBeVisible();
	await expect(page.getByLabel("Compared with")).toHaveValue("1");

	await page.getByRole("link", { name: "Versions" }).click();
	await page.getByRole("link", { name: "Version 1" }).click();
	await press(page, "Restore this version");
	await expect(page.getByText("Version 1 is public again.")).toBeVisible();
	await expect(page.getByRole("link", { name: /^Version/ })).toHaveCount(4);
	await page.goto(`/${owner.accountName}/${app.app.slug}/privacy-policy`);
	await expect(page).toHaveURL(`/${owner.accountName}/${app.app.slug}/privacy`);
	await expect(page.getByText("One.")).toBeVisible();
	await expect(page.getByText("Three.")).toHaveCount(0);
});

test("deleting a document warns, can be cancelled, and takes its address offline", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app);
	await page.goto("/dashboard");
	await page.getByRole("link", { name: "Delete Privacy Policy" }).click();
	await expect(page.getByText("The public URL will stop working at once")).toBeVisible();
	await expect(page.getByText(policy.path)).toBeVisible();
	await page.getByRole("link", { name: "Cancel" }).click();
	await expect(page.getByRole("link", { name: "Edit Privacy Policy" })).toBeVisible();

	await page.getByRole("link", { name: "Delete Privacy Policy" }).click();
	await press(page, "Delete document");
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Document deleted successfully")).toBeVisible();
	await expect(page.getByRole("link", { name: "Edit Privacy Policy" })).toHaveCount(0);
	const response = await page.goto(policy.path);
	expect(response?.status()).toBe(410);
	await expect(page.getByText("This document was taken down by its developer.")).toBeVisible();
});

test("the owner's list shows slug, dates and the first 200 characters, and leads on", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const list = `/${owner.accountName}/pocket-garden/documents`;
	await page.goto(`/app/${app.appId}/documents`);
	await expect(page).toHaveURL(list);
	await expect(page.getByText("No documents yet")).toBeVisible();

	const long = "Every word of this policy counts. ".repeat(20);
	const policy = await factories.createDocument(app, { content: `# **Bold** start\n\n${long}` });
	await page.reload();
	const item = page.getByRole("main").getByRole("listitem");
	await expect(item).toContainText("Privacy Policy");
	await expect(item.getByText("privacy-policy", { exact: true })).toBeVisible();
	await expect(item).toContainText(/Created \d+ \w+ \d{4} · Updated \d+ \w+ \d{4}/);
	const preview = await item.getByRole("paragraph").innerText();
	expect(preview).toMatch(/^Bold start Every word of this policy counts\..*…$/);
	expect(preview.length).toBeLessThanOrEqual(200);
	expect(preview.length).toBeGreaterThan(160);

	await item.getByRole("link", { name: "View Privacy Policy" }).click();
	await expect(page).toHaveURL(policy.path);
	await page.goto(list);
	await item.getByRole("link", { name: "Edit Privacy Policy" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/${policy.id}/edit`);
	await page.goto(list);
	await page.getByRole("link", { name: "New Document" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
	await page.goto(list);
	await page.getByRole("link", { name: "App Settings" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/settings`);
});

test("the list of somebody else is refused, and nobody sees it signed out", async ({
	page,
	signInAs,
	factories,
}) => {
	const other = await factories.createUser();
	const app = await factories.createApp(other, "Pocket Garden");
	await factories.createDocument(app, { title: "Secret Draft" });
	const list = `/${other.accountName}/pocket-garden/documents`;
	await page.goto(list);
	await expect(page.getByRole("heading", { name: "Please Log In" })).toBeVisible();
	await page.getByRole("link", { name: "Go to Login" }).click();
	await expect(page).toHaveURL(`/auth?redirectTo=${encodeURIComponent(list)}`);
	await signInAs();
	await page.goto(list);
	await expect(
		page.getByRole("heading", { name: "You don't have access to this app" }),
	).toBeVisible();
	await expect(page.getByText("Secret Draft")).toHaveCount(0);
});

test("a real policy is pasted whole and read on a phone without JavaScript", async ({
	page,
	browser,
	server,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto(`/app/${app.appId}/documents/new`);
	await title(page).fill("Privacy Statement");
	await content(page).fill(POLICY);
	await press(page, "Publish");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();

	const context = await browser.newContext({
		baseURL: server.url,
		javaScriptEnabled: false,
		viewport: { width: 320, height: 640 },
	});
	const phone = await context.newPage();
	const requests: string[] = [];
	phone.on("request", (request) => requests.push(request.url()));
	await phone.goto(`/${owner.accountName}/pocket-garden/privacy-statement`);
	await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Privacy Statement");
	await expect(phone.locator("script")).toHaveCount(0);
	expect(requests).toHaveLength(1);
	for (const heading of POLICY.matchAll(/^## +(.+)$/gm)) {
		const text = (heading[1] ?? "").trim();
		await expect(
			phone.getByRole("main").getByRole("heading", { name: text }).first(),
		).toBeVisible();
	}
	const contents = phone.getByRole("navigation", { name: "Contents" }).getByRole("link").last();
	await contents.click();
	await expect(phone.getByRole("heading", { name: await contents.innerText() })).toBeInViewport();
	expect(await overflow(phone)).toBeLessThanOrEqual(0);
	await context.close();
});

function overflow(page: Page) {
	return page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
}
