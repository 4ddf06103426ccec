import { expect, follow, test } from "../kit/browser/e2e.ts";

const WIDTH = 360;

test("every page of an owner says where it is, and fits a phone", async ({
	page,
	app,
	policy,
	factories,
}) => {
	await factories.makePro(app);
	const form = await factories.createForm(app, { title: "Support" });
	const [own, address] = [`/app/${app.appId}`, `/${app.accountName}/pocket-garden`];
	await page.setViewportSize({ width: WIDTH, height: 740 });
	for (const [path, section, part] of [
		["/dashboard", "Apps", null],
		["/messages", "Messages", null],
		["/saved-replies", "Messages", null],
		["/settings", "Settings", null],
		["/settings/password", "Settings", null],
		["/upgrade", "Settings", null],
		[`${address}/documents`, "Apps", "Documents"],
		[`${own}/documents/new`, "Apps", "Documents"],
		[`${own}/documents/${policy.id}/edit`, "Apps", "Documents"],
		[`${address}/forms`, "Apps", "Forms"],
		[`${own}/forms/${form.id}/edit`, "Apps", "Forms"],
		[`${own}/forms/submissions`, "Apps", "Messages"],
		[`${own}/forms/${form.id}/submissions`, "Apps", "Messages"],
		[`${own}/kit`, "Apps", "Store kit"],
		[`${own}/settings`, "Apps", "Settings"],
	] as const) {
		await page.goto(path);
		const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current]");
		await expect(current, path).toHaveText(section);
		const parts = page.getByRole("navigation", { name: "Pocket Garden" });
		if (part) await expect(parts.locator("[aria-current]"), path).toHaveText(part);
		else await expect(parts, path).toHaveCount(0);
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(width, path).toBeLessThanOrEqual(WIDTH);
	}
});

test("the navigation leads through an account and an app, and counts what waits", async ({
	page,
	app,
	factories,
	baseURL,
}) => {
	await factories.makePro(app);
	const { createSubmission } = await import("../kit/world/submission.ts");
	await createSubmission(await factories.createForm(app, { title: "Support" }));
	await page.goto(`/app/${app.appId}/settings`);
	const main = page.getByRole("navigation", { name: "Main" });
	const parts = page.getByRole("navigation", { name: "Pocket Garden" });
	const address = `${baseURL}/${app.accountName}/pocket-garden`;
	await expect(parts.locator(`a[href="${address}"]`)).toBeVisible();
	for (const [nav, link, path] of [
		[parts, "Documents", `/${app.accountName}/pocket-garden/documents`],
		[parts, "Forms", `/${app.accountName}/pocket-garden/forms`],
		[parts, "Messages 1 waiting", `/app/${app.appId}/forms/submissions`],
		[parts, "Store kit", `/app/${app.appId}/kit`],
		[parts, "Settings", `/app/${app.appId}/settings`],
		[main, "Messages 1 waiting", "/messages"],
		[main, "Settings", "/settings"],
		[main, "Apps", "/dashboard"],
	] as const) {
		await follow(nav, link);
		await expect(page).toHaveURL(path);
	}
	await page.setViewportSize({ width: WIDTH, height: 740 });
	await page.goto(`/app/${app.appId}/settings`);
	const tops = await parts
		.getByRole("listitem")
		.evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
	expect(new Set(tops).size, "lines of tabs").toBe(1);
});
