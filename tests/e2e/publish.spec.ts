import { expect, follow, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

test("an owner publishes a policy and sees it at its address", async ({ page, app }) => {
	await page.goto(`/app/${app.appId}/documents/new`);
	const content = "## What we collect\n\nNothing **at all**.";
	await submit(page, "Publish", { Title: "Privacy Policy", Content: content });
	await see.heading(page, "Document published");
	await follow(page, "View Live");
	await expect(page).toHaveURL(`/${app.accountName}/pocket-garden/privacy-policy`);
	await see.heading(page, "What we collect");
});
