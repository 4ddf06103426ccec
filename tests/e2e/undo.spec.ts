import { linesOf } from "../kit/browser/person.ts";
import * as see from "../kit/browser/see.ts";
import { expect, follow, press, test } from "../kit/http/visitor.ts";

test("deleting from a list, Cancel and Undo lead back to the same page of that list", async ({
	page,
	form,
	app,
	policy,
}) => {
	const lists = [
		["documents", policy.title, "Document"],
		["forms", form.title, "Form"],
	] as const;
	for (const [name, title, what] of lists) {
		const list = `/${app.accountName}/pocket-garden/${name}?q=${encodeURIComponent(title.slice(0, 4))}`;
		await page.goto(list);
		await follow(page, `Delete ${title}`, "Cancel");
		await expect(page).toHaveURL(list);
		await follow(page, `Delete ${title}`);
		await press(page, `Delete ${what.toLowerCase()}`);
		await expect(page).toHaveURL(list);
		await see.text(page, `${what} deleted successfully`, "Nothing found");
		await press(page, "Undo");
		await expect(page).toHaveURL(list);
		await see.text(page, `${title} is back.`);
	}
	const elsewhere = encodeURIComponent("//elsewhere.example");
	await page.goto(`/app/${app.appId}/documents/${policy.id}/deletion?redirectTo=${elsewhere}`);
	await press(page, "Delete document");
	await expect(page).toHaveURL("/dashboard");
});

test("what was deleted is undone at once, or from Recently deleted", async ({
	page,
	form,
	app,
	policy,
}) => {
	const documents = `/app/${app.appId}/documents`;
	await page.goto(`${documents}/${policy.id}/deletion`);
	await press(page, "Delete document");
	await see.text(page, "Document deleted successfully");
	await page.setViewportSize({ width: 360, height: 740 });
	expect(await linesOf(page.getByRole("button", { name: "Undo" }))).toBe(1);
	await press(page, "Undo");
	await see.text(page, "Privacy Policy is back.");
	await see.answer(page, policy.path, 200, { heading: "Privacy Policy" });

	await page.goto(`/app/${app.appId}/forms/${form.id}/deletion`);
	await press(page, "Delete form");
	await see.text(page, "Form deleted successfully");
	await page.goto(`/app/${app.appId}/deletion`);
	await press(page, "Delete App");
	await follow(page, "Recently deleted apps");
	await press(page, "Restore Pocket Garden");
	await see.text(page, "Pocket Garden is back.");
	await page.goto(documents);
	await follow(page, "Recently deleted");
	await see.text(page, "No document of this app was deleted in the last 30 days.");
	await page.goto(`${documents}/${policy.id}/deletion`);
	await press(page, "Delete document");
	await see.text(page, "Document deleted successfully");
	await page.goto(`${documents}/deleted`);
	await press(page, "Restore Privacy Policy");
	await expect(page).toHaveURL(/\/pocket-garden\/documents$/);
	await see.text(page, "Privacy Policy is back.");
	await page.goto(`/app/${app.appId}/forms/deleted`);
	await press(page, `Restore ${form.title}`);
	await expect(page).toHaveURL(/\/pocket-garden\/forms$/);
	await see.text(page, `${form.title} is back.`);
	await see.answer(page, form.path, 200, { heading: form.title });
	await page.goto("/dashboard");
	await expect(page.getByRole("link", { name: "Recently deleted apps" })).toHaveCount(0);
});
