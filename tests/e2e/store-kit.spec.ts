import { expect, follow, press, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

test("an empty app comes from its store kit to a policy and back, where the fields are filled", async ({
	page,
	context,
	app,
	hasJavaScript,
	server,
}) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.goto(`/app/${app.appId}/kit`);
	await follow(page.locator("#apple-privacy"), "Write it");
	await press(page, "Use Sample");
	await see.values(page, { Title: "Privacy Policy" });
	await press(page, "Publish");
	await press(page, "Publish anyway");
	await see.heading(page, "Document published");
	await follow(page, "The store kit");
	const address = `${server.url}/${app.accountName}/pocket-garden/privacy-policy`;
	const field = page.locator("#play-privacy").getByRole("textbox", { name: "Privacy policy" });
	await expect(field).toHaveValue(address);
	await expect(field).not.toBeEditable();

	const copy = page.getByRole("button", { name: "Copy the text of Apple TV Privacy Policy" });
	if (hasJavaScript) {
		await copy.click();
		await see.text(page, /^Copied$/);
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toMatch(/^Privacy Policy\n\n/);
	} else {
		await expect(copy).toBeHidden();
	}

	await page.getByText("Choose the languages").click();
	await page.getByLabel("German").check();
	await press(page, "Save the languages");
	await see.text(page, "Languages saved.");
	await expect(page.getByRole("row", { name: "German" })).toContainText(`${address} English`);
});
