import { expect, follow, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

test("a visitor tries the landing page's form, and a reload resends nothing @once", async ({
	page,
}) => {
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
