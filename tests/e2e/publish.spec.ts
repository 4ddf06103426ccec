import { expect, test } from "../kit/browser/e2e.ts";

test("an owner publishes a policy and sees it at its address", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto(`/app/${app.appId}/documents/new`);
	await page.getByLabel("Title").fill("Privacy Policy");
	await page.getByLabel("Content").fill("## What we collect\n\nNothing **at all**.");
	await page.getByRole("button", { name: "Publish" }).click();
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
	await page.getByRole("link", { name: "View Live" }).click();
	await expect(page).toHaveURL(`/${owner.accountName}/pocket-garden/privacy-policy`);
	await expect(page.getByRole("heading", { name: "What we collect" })).toBeVisible();
});
