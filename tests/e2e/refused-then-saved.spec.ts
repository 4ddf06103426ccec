import { expect, fill, type Page, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

type Values = Record<string, string>;

/** A form that stays on its page: values that it refuses, then values that it takes. */
type StayingForm = {
	at: string;
	button: string;
	refused: Values;
	error: string;
	taken: Values;
	success: string;
};

const FORMS: Record<string, (appId: string) => StayingForm> = {
	"an app's name": (appId) => ({
		at: `/app/${appId}/settings`,
		button: "Save name",
		refused: { "App name": "admin" },
		error: "is a reserved word",
		taken: { "App name": "Tide Clock" },
		success: "App name updated",
	}),
	"an app's unchanged name": (appId) => ({
		at: `/app/${appId}/settings`,
		button: "Save name",
		refused: { "App name": "123" },
		error: "App names cannot be purely numeric.",
		taken: { "App name": "Pocket Garden" },
		success: "App name is already up to date.",
	}),
	"the profile": () => ({
		at: "/settings",
		button: "Save profile",
		refused: { Name: " " },
		error: "Name is required.",
		taken: { Name: "Ada Lovelace" },
		success: "Profile updated.",
	}),
	"the account name": () => ({
		at: "/account-name",
		button: "Save account name",
		refused: { "Account name": "settings" },
		error: "is reserved",
		taken: { "Account name": "ada-lovelace" },
		success: "Account name updated",
	}),
	"a first app": () => ({
		at: "/dashboard?new-app",
		button: "Create App",
		refused: { "App name": "admin" },
		error: "is a reserved word",
		taken: { "App name": "Tide Clock" },
		success: "App created!",
	}),
	"a saved reply": () => ({
		at: "/saved-replies",
		button: "Save reply",
		refused: { Title: "", Text: "Thank you." },
		error: "Please give the reply a title.",
		taken: { Title: "Thanks", Text: "Thank you." },
		success: "Reply saved.",
	}),
	"the support form": () => ({
		at: "/admin/support/form",
		button: "Save support form",
		refused: { "Notification email": "" },
		error: "Notification email is required to receive form submissions",
		taken: { "Notification email": "desk@example.com" },
		success: "Support form updated successfully",
	}),
	"the support form, saved as it was": () => ({
		at: "/admin/support/form",
		button: "Save support form",
		refused: { "Notification email": "nobody" },
		error: "Please enter a valid notification email address",
		taken: { "Notification email": "support@smallprint.example" },
		success: "Support form updated successfully",
	}),
};

/** Saves with the lower of the buttons with this name: builders have a hidden one for Enter. */
async function save(page: Page, { button }: StayingForm, values: Values) {
	await fill(page, values);
	await page.getByRole("button", { name: button, exact: true }).last().click();
}

test.beforeEach(async ({ page, server: _ }) => {
	// The check of a name while it is typed disables the button before a slow press. It is the subject
	// of account-name.spec.ts, and none is answered here.
	await page.route("**/account-name/check*", () => {});
	const { resetSupportForm } = await import("../kit/world/support.ts");
	await resetSupportForm();
});

for (const [name, formOf] of Object.entries(FORMS)) {
	test(`${name}: an error is gone once a second save is taken @once`, async ({
		page,
		signInAs,
		factories,
	}) => {
		const owner = await signInAs({ adminRole: "super_admin" });
		const { appId } = await factories.createApp(owner, "Pocket Garden");
		const form = formOf(appId);
		await page.goto(form.at);
		await save(page, form, form.refused);
		await expect(page.getByRole("alert")).toContainText(form.error);
		await save(page, form, form.taken);
		await expect(page.getByRole("status").filter({ hasText: form.success })).toBeAttached();
		await expect(page.getByRole("alert")).toHaveCount(0);
		await see.noText(page, form.error);
		await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
		await expect(page).not.toHaveTitle(/^Error: /);
	});
}

test("a form's builder shows no error once a second save is taken @once", async ({
	page,
	app,
	factories,
}) => {
	await factories.makePro(app);
	const form = await factories.createForm(app);
	await page.goto(`/app/${app.appId}/forms/${form.id}/edit`);
	const button = page.getByRole("button", { name: "Save Changes" }).last();
	await page.getByLabel("Form title").fill("documents");
	await button.click();
	const error = "This title is reserved. Please choose a different title.";
	await expect(page.getByRole("alert")).toContainText(error);
	await page.getByLabel("Form title").fill(form.title);
	await button.click();
	await expect(page.getByText("Form updated successfully!")).toBeAttached();
	await expect(page.getByRole("alert")).toHaveCount(0);
	await see.noText(page, error);
	await expect(page.getByLabel("Form title")).toHaveValue(form.title);
});

test("an error stays beside what was typed until the next save @once", async ({
	page,
	owner: _,
}) => {
	await page.goto("/settings");
	await submit(page, "Save profile", { Name: "", Company: "Engines" });
	await expect(page.getByRole("alert")).toContainText("Name is required.");
	await see.values(page, { Company: "Engines" });
	await press(page, "Save profile");
	await expect(page.getByRole("alert")).toContainText("Name is required.");
	await see.values(page, { Company: "Engines" });
});
