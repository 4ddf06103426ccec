import { expect, follow, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

test("a visitor finds an answer, finds none, and clears the search", async ({ page }) => {
	await page.goto("/");
	await follow(page.getByRole("contentinfo"), "Help");
	await expect(page.getByRole("heading", { level: 1, name: "Help" })).toBeVisible();
	const questions = page.locator("main summary");
	await expect(questions).toHaveCount(10);

	const found = page.getByRole("region", { name: "Questions and answers" }).getByRole("status");
	const box = page.getByRole("searchbox", { name: "Search the answers" });
	await box.fill("  downgrade ");
	await box.press("Enter");
	await expect(found).toContainText('1 answer for "downgrade"');
	await expect(questions).toHaveText(["What happens when I downgrade or cancel?"]);
	await see.text(page, "Nothing is deleted.");
	await expect(page.locator("mark")).toHaveText("downgrade");
	await expect(box).toHaveValue("downgrade");

	await box.fill("zebra");
	await press(page, "Search");
	await expect(found).toContainText("No results found");
	await expect(questions).toHaveCount(0);
	await follow(page, "Clear Search");
	await expect(questions).toHaveCount(10);
	await expect(box).toHaveValue("");
	await expect(page).toHaveURL("/help");

	await expect(page.getByText("An address that was yours is never given")).toBeHidden();
	await questions.first().click();
	await see.text(page, "An address that was yours is never given");
});

test("a visitor tries the landing page's form, and a reload resends nothing", async ({ page }) => {
	await page.goto("/");
	await follow(page, "Try Form (Bug Report)");
	await see.text(page, "nothing that you enter is stored or sent");
	await expect(page.getByLabel("Category").locator("option:checked")).toHaveText("Bug");
	await submit(page, "Send", { Name: "Ann", Email: "ann" });

	await expect(page).toHaveTitle(/^Error: /);
	const problems = page.getByRole("alert");
	await expect(problems.getByRole("listitem")).toHaveText([
		"Please enter a valid email address",
		"Subject is required",
		"Message is required",
	]);
	await see.values(page, { Name: "Ann", Email: "ann" });
	await follow(problems, "Subject is required");
	await expect(page.getByLabel("Subject")).toBeFocused();

	const message = "It stops when I water a plant.";
	await submit(page, "Send", { Email: "ann@example.net", Subject: "Crash", Message: message });
	await see.heading(page, "Thank You!");
	await page.reload();
	await see.heading(page, "Thank You!");
	await follow(page, "Fill in the form again");
	await see.values(page, { Name: "" });
});

test("the samples lead from the landing page to each other and back", async ({ page }) => {
	await page.goto("/");
	await follow(page, "See the example of a privacy policy");
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();
	await page.getByRole("navigation", { name: "Contents" }).getByRole("link").first().click();
	await expect(page).toHaveURL(/\/demo-privacy#/);
	const footer = page.getByRole("contentinfo");
	await follow(footer, "End User Licence Agreement");
	await expect(page).toHaveURL("/demo-eula");
	await follow(footer, "Published with Smallprint");
	await page.getByRole("link", { name: "Get Started Free" }).first().click();
	await expect(page).toHaveURL("/auth?mode=sign-up");
});

test("an owner follows the guide from help to the first document", async ({ page, app }) => {
	await page.goto("/help");
	await follow(page, "Open the guide");
	const list = page.getByRole("region", { name: "Checklist" });
	await expect(list.getByRole("listitem").filter({ hasText: "Done: " })).toHaveCount(2);
	await expect(list).toContainText("To do: Document published");
	await follow(page, "Write it in Markdown");
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
});

test("help filters its questions while one types, or by its button", async ({
	page,
	hasJavaScript,
}) => {
	await page.goto("/help");
	const questions = page.locator(".questions > details:visible");
	await expect(questions).toHaveCount(10);
	const box = page.getByRole("searchbox");
	async function search(text: string) {
		await box.fill(text);
		if (!hasJavaScript) await page.getByRole("button", { name: "Search", exact: true }).click();
	}
	await search("MARKDOWN");
	await expect(questions).toHaveCount(3);
	await see.text(page, '3 answers for "MARKDOWN"');
	await search("zebra");
	await see.heading(page, "No results found");
	await expect(questions).toHaveCount(0);
	const clear = page.getByRole(hasJavaScript ? "button" : "link", { name: "Clear Search" });
	await clear.click();
	await expect(questions).toHaveCount(10);
	await expect(box).toHaveValue("");
	await see.noText(page, "No results found");
});

test("a path that nobody answers leads home and to help", async ({ page }) => {
	await see.answer(page, "/nothing-here", 404, { heading: "Page not found" });
	await follow(page, "Go to help");
	await expect(page).toHaveURL("/help");
	await page.goto("/help/nothing");
	await follow(page, "Go to the home page");
	await expect(page).toHaveURL("/");
});
