import { expect, test } from "../kit/browser/e2e.ts";

test("a visitor finds an answer, finds none, and clears the search", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("contentinfo").getByRole("link", { name: "Help" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
	const questions = page.locator("main summary");
	await expect(questions).toHaveCount(10);

	const found = page.getByRole("region", { name: "Questions and answers" }).getByRole("status");
	const box = page.getByRole("searchbox", { name: "Search the answers" });
	await box.fill("  downgrade ");
	await box.press("Enter");
	await expect(found).toContainText('1 answer for "downgrade"');
	await expect(questions).toHaveText(["What happens when I downgrade or cancel?"]);
	await expect(page.getByText("Nothing is deleted.")).toBeVisible();
	await expect(page.locator("mark")).toHaveText("downgrade");
	await expect(box).toHaveValue("downgrade");

	await box.fill("zebra");
	await page.getByRole("button", { name: "Search" }).click();
	await expect(found).toContainText("No results found");
	await expect(questions).toHaveCount(0);
	await page.getByRole("link", { name: "Clear Search" }).click();
	await expect(questions).toHaveCount(10);
	await expect(box).toHaveValue("");
	await expect(page).toHaveURL("/help");

	await expect(page.getByText("An address that was yours is never given")).toBeHidden();
	await questions.first().click();
	await expect(page.getByText("An address that was yours is never given")).toBeVisible();
});

test("a visitor tries a form from the landing page, and a reload sends nothing again", async ({
	page,
}) => {
	await page.goto("/");
	await page.getByRole("link", { name: "Try Form (Bug Report)" }).click();
	await expect(page.getByText("nothing that you enter is stored or sent")).toBeVisible();
	await expect(page.getByLabel("Category").locator("option:checked")).toHaveText("Bug");
	await page.getByLabel("Name").fill("Ann");
	await page.getByLabel("Email").fill("ann");
	await page.getByRole("button", { name: "Send" }).click();

	await expect(page).toHaveTitle(/^Error: /);
	const problems = page.getByRole("alert");
	await expect(problems.getByRole("listitem")).toHaveText([
		"Please enter a valid email address",
		"Subject is required",
		"Message is required",
	]);
	await expect(page.getByLabel("Name")).toHaveValue("Ann");
	await expect(page.getByLabel("Email")).toHaveValue("ann");
	await problems.getByRole("link", { name: "Subject is required" }).click();
	await expect(page.getByLabel("Subject")).toBeFocused();

	await page.getByLabel("Email").fill("ann@example.net");
	await page.getByLabel("Subject").fill("Crash");
	await page.getByLabel("Message").fill("It stops when I water a plant.");
	await page.getByRole("button", { name: "Send" }).click();
	await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
	await page.getByRole("link", { name: "Fill in the form again" }).click();
	await expect(page.getByLabel("Name")).toHaveValue("");
});

test("the samples lead from the landing page to each other and back", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("link", { name: "See the example of a privacy policy" }).click();
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
	await page.getByRole("navigation", { name: "Contents" }).getByRole("link").first().click();
	await expect(page).toHaveURL(/\/demo-privacy#/);
	const footer = page.getByRole("contentinfo");
	await footer.getByRole("link", { name: "End User Licence Agreement" }).click();
	await expect(page).toHaveURL("/demo-eula");
	await footer.getByRole("link", { name: "Published with Smallprint" }).click();
	await page.getByRole("link", { name: "Get Started Free" }).first().click();
	await expect(page).toHaveURL("/auth?mode=sign-up");
});

test("an owner follows the guide from help to the first document", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto("/help");
	await page.getByRole("link", { name: "Open the guide" }).click();
	const list = page.getByRole("region", { name: "Checklist" });
	await expect(list.getByRole("listitem").filter({ hasText: "Done: " })).toHaveCount(2);
	await expect(list).toContainText("To do: Document published");
	await page.getByRole("link", { name: "Write it in Markdown" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
});

test("a path that nobody answers leads home and to help", async ({ page }) => {
	await page.goto("/nothing-here");
	await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
	await page.getByRole("link", { name: "Go to help" }).click();
	await expect(page).toHaveURL("/help");
	await page.goto("/help/nothing");
	await page.getByRole("link", { name: "Go to the home page" }).click();
	await expect(page).toHaveURL("/");
});
