import { expect, newEmail } from "../kit/browser/e2e.ts";
import { text } from "../kit/browser/see.ts";
import { answerSum, openMail, test } from "../kit/http/visitor.ts";

test("an owner on Free opens the deletion page; somebody asks there, proves the address and is told", async ({
	page,
	app,
	visitor,
	owner,
}) => {
	await page.goto(`/app/${app.appId}/settings`);
	await page.getByRole("link", { name: "Set up the page" }).click();
	await page.getByLabel("What is kept, and for how long").fill("");
	await page.getByRole("button", { name: "Open the page" }).click();
	await expect(page.getByText("Please say what is kept").first()).toBeVisible();
	await expect(page.getByLabel("What is deleted")).toHaveValue(/Your account/);
	await page.getByLabel("What is kept, and for how long").fill("Invoices, for ten years.");
	await page.getByLabel("Days in which you delete").fill("14");
	await page.getByLabel(/some of their data deleted/).check();
	await page.getByRole("button", { name: "Open the page" }).click();
	await text(page, "The page is open. Paste its address");
	const address =
		(await page.getByRole("link", { name: "See the page" }).getAttribute("href")) ?? "";

	const email = newEmail();
	await visitor.goto(address);
	await text(visitor, "Invoices, for ten years.", /has 14 days to delete/);
	// Before the fold of a small phone: how to do it in the app, and here.
	await visitor.setViewportSize({ width: 360, height: 640 });
	for (const way of ["Choose “Delete account” and confirm.", "Tell us the e-mail address"]) {
		await expect(visitor.getByText(way)).toBeInViewport();
	}
	await visitor.getByLabel("Some of my data").check();
	await visitor.getByLabel(/^E-mail address of your account/).fill(email);
	await visitor.getByLabel(/anything we should know/).fill("My photos");
	await visitor.getByRole("button", { name: "Continue" }).click();
	await answerSum(visitor, { wrong: true });
	await answerSum(visitor);
	await expect(visitor.getByRole("heading", { name: "Check Your Email" })).toBeVisible();

	await openMail(visitor, email, "Confirm your message to Pocket Garden");
	await visitor.locator(".mail-text a").first().click();
	await visitor.getByRole("button", { name: "Confirm and continue" }).click();
	await expect(visitor).toHaveURL(/\/conversation\//);
	await text(visitor, "My photos");
	await openMail(visitor, email, "Your deletion request at Pocket Garden");
	await openMail(page, owner.email, /^Deletion request for Pocket Garden, due /);

	await page.goto(`/app/${app.appId}/deletions`);
	await page.getByRole("link", { name: email }).click();
	await page.getByRole("link", { name: "Deleted: tell them" }).click();
	await expect(page.getByLabel("What you tell them")).toHaveValue(/Invoices, for ten years\./);
	await page.getByRole("button", { name: "Mark as done and tell them" }).click();
	await text(page, /Deleted on \d/);
	await openMail(visitor, email, "Deleted: your Pocket Garden data");

	// Another window's save is not overwritten unseen, and nothing typed is lost.
	await page.goto(`/app/${app.appId}/deletions/page`);
	const other = await page.context().newPage();
	await other.goto(page.url());
	await other.getByLabel("Days in which you delete").fill("7");
	await other.getByRole("button", { name: "Save" }).click();
	await text(other, "The page is saved.");
	await page.getByLabel("What is deleted").fill("All of it.");
	await page.getByRole("button", { name: "Save" }).click();
	await text(page, /Another window saved this page/);
	await expect(page.getByLabel("What is deleted")).toHaveValue("All of it.");
	await page.getByRole("button", { name: "Save my texts anyway" }).click();
	await text(page, "The page is saved.");

	await page.getByRole("link", { name: "Close it…" }).click();
	await text(page, /in your store kit as Delete account URL/);
	await page.getByRole("button", { name: "Close the page" }).click();
	await text(page, "The page is closed. Its address says so");
	await visitor.goto(address);
	await text(visitor, /takes no deletion requests on this page any more/);
	await page.getByRole("button", { name: "Open it again" }).click();
	await text(page, "The page is open again.");
	await visitor.goto(address);
	await text(visitor, "All of it.");
});

test("opening a closed page again keeps the texts that are being typed @once", async ({
	page,
	app,
}) => {
	const { openDeletionPage } = await import("../kit/world/deletion.ts");
	const { closeDeletionPage } = await import("#app/deletion-requests/deletion-page.server.ts");
	await openDeletionPage(app);
	await closeDeletionPage(app);
	await page.goto(`/app/${app.appId}/deletions/page`);
	const kept = page.getByLabel("What is kept, and for how long");
	await kept.fill("Backups, for a week.");
	await page.getByRole("button", { name: "Open it again" }).click();
	await text(page, "The page is open again.");
	await expect(kept).toHaveValue("Backups, for a week.");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await text(page, "The page is saved.");
	await expect(kept).toHaveValue("Backups, for a week.");
});
