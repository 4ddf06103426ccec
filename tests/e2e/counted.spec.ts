import {
	expect,
	fill,
	follow,
	newEmail,
	PASSWORD,
	type Page,
	press,
	readMailedLink,
	test,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

/** What a person does on a page, counted. */
function counting(page: Page) {
	const done = { activations: 0, fields: 0 };
	return {
		done,
		async press(name: string) {
			done.activations += 1;
			await press(page, name);
		},
		async follow(name: string) {
			done.activations += 1;
			await follow(page, name);
		},
		async fill(label: string, value: string) {
			done.fields += 1;
			await fill(page, { [label]: value });
		},
	};
}

test("from sign-up to a public policy, it takes five activations and five fields", async ({
	page,
}) => {
	const email = newEmail();
	const person = counting(page);
	await page.goto("/auth?mode=sign-up");
	await person.fill("Email", email);
	await person.fill("Password", PASSWORD);
	await person.fill("Confirm password", PASSWORD);
	await person.press("Create Account");

	// The mail's own press is not counted.
	await page.goto(await readMailedLink(page, email));
	await page.getByRole("button", { name: "Confirm my address" }).click();

	await person.press("Save account name");
	await person.fill("App name", "Pocket Garden");
	await person.press("Create App");
	await see.text(page, "App created!");
	await person.fill("Sample", "collects-nothing");
	await person.press("Use Sample");
	await see.values(page, { Content: /Pocket Garden collects nothing about you/ });
	await person.press("Publish");
	await see.heading(page, "Document published");
	expect(person.done).toEqual({ activations: 5, fields: 5 });

	await page.goto(await page.locator(".address").innerText());
	await see.text(page, /collects nothing about you/);
});

test("from the dashboard to a message that is answered and resolved, it takes three activations and one field", async ({
	page,
	app,
	factories,
}) => {
	await factories.makePro(app);
	const { createSubmission } = await import("../kit/world/submission.ts");
	const { id, email } = await createSubmission(await factories.createForm(app));
	const person = counting(page);
	await page.goto("/dashboard");
	await person.follow("Messages 1 waiting");
	await person.follow(`Reply to ${email}`);
	await person.fill("Your reply", "It is mended.");
	await person.press("Send and resolve");
	await see.text(page, "Message sent successfully!");
	await see.values(page, { Status: "resolved" });
	await expect(page).toHaveURL(new RegExp(`/admin/conversation/${id}`));
	expect(person.done).toEqual({ activations: 3, fields: 1 });
});
