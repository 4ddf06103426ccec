import type { Page } from "@playwright/test";
import * as see from "../kit/browser/see.ts";
import {
	answerSum,
	expect,
	field,
	fill,
	follow,
	press,
	submit,
	test,
} from "../kit/http/visitor.ts";

test("the heading is focused after a link, and the new app's name after New App @once", async ({
	page,
	app: _,
}) => {
	await page.goto("/dashboard");
	await follow(page, "Settings");
	await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeFocused();
	await page.goBack();
	await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
	await follow(page, "New App");
	await expect(page.getByLabel("App name")).toBeFocused();
});

test("the builder's focus follows what was added, deleted and moved", async ({ page, form }) => {
	await page.goto(`/app/${form.appId}/forms/${form.id}/edit`);
	const fields = page.locator(".field-editor");
	await press(page, "Add Field");
	await expect(fields).toHaveCount(4);
	await expect(field(fields.last(), "Label")).toBeFocused();
	await press(page, "Delete Name");
	await expect(fields).toHaveCount(3);
	await expect(page.getByRole("group", { name: "Email" })).toBeFocused();
	await press(page, "Move New Field up");
	await expect(page.getByRole("button", { name: "Move New Field up" })).toBeFocused();
});

test("the focus stays where an answer put it once its page has loaded, too @once", async ({
	page,
	form,
}) => {
	await page.goto(`/app/${form.appId}/forms/${form.id}/edit`);
	const load = await holdLoading(page);
	await press(page, "Delete Name");
	await expect(page.getByRole("group", { name: "Email" })).toBeFocused();
	await load();
	await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
	await expect(page.getByRole("group", { name: "Email" })).toBeFocused();
});

/** Holds what a page loads after an answer. Returns the function that lets it in. */
async function holdLoading(page: Page) {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/*.data*", async (route) => {
		if (route.request().method() === "GET") await promise;
		await route.continue();
	});
	return async () => {
		const loaded = page.waitForResponse(
			(response) => response.url().includes(".data") && response.request().method() === "GET",
		);
		resolve();
		await loaded;
		await page.unroute("**/*.data*");
	};
}

test("the text box is focused after sending @once", async ({ page, submission }) => {
	await page.goto(`/admin/conversation/${submission.id}`);
	await submit(page, "Send reply", { "Your reply": "One moment" });
	await see.text(page, "Message sent successfully!");
	await expect(field(page, "Your reply")).toBeFocused();
});

test("the page is focused once an act has taken the ticks and its own button away @once", async ({
	page,
	submission,
}) => {
	await page.goto("/messages?show=all");
	await page.getByLabel(`Select ${submission.email}`).check();
	await submit(page, "Tag", { "New tag for the selected": "crash" });
	await see.text(page, "1 submission tagged.");
	await expect(page.getByRole("button", { name: "Tag", exact: true })).toBeHidden();
	await expect(page.getByRole("main")).toBeFocused();
});

test("pages without script focus their only field, and the summary after a fault @once", async ({
	visitor,
	form,
}) => {
	await visitor.goto("/auth/forgot");
	await expect(visitor.getByLabel("Email")).toBeFocused();
	await press(visitor, "Send the link");
	await expect(visitor.getByRole("alert")).toBeFocused();

	await visitor.goto(form.path);
	await fill(visitor, { Name: "Ann", Email: "ann@example.com", Message: "It crashes." });
	await press(visitor, "Send");
	await expect(visitor.getByLabel(/^What is/)).toBeFocused();
	await answerSum(visitor, { wrong: true });
	const summary = visitor.getByRole("alert");
	await expect(summary).toBeFocused();
	await follow(summary, "Incorrect captcha answer. Please try again.");
	await expect(visitor.getByLabel(/^What is/)).toBeFocused();
});
