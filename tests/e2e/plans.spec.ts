import type { Locator } from "@playwright/test";
import {
	expect,
	follow,
	newEmail,
	PASSWORD,
	type Page,
	press,
	readMailedLink,
	submit,
	test,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const CLOSED = "This form is not accepting new messages right now.";

/** Presses a button in a part of the page. Answers the tab in which Stripe's page opens. */
async function openStripe(page: Page, button: string, part: Page | Locator = page): Promise<Page> {
	const popup = page.waitForEvent("popup");
	await press(part, button);
	return popup;
}

async function openCheckout(page: Page, plan: "Basic" | "Pro"): Promise<Page> {
	await page.goto("/upgrade");
	return openStripe(page, `Upgrade to ${plan}`);
}

async function openPortal(page: Page): Promise<Page> {
	await page.goto("/settings");
	return openStripe(page, "Manage Subscription");
}

/** Subscribes to Basic, and has the next payment fail. Answers the portal's tab. */
async function failToPay(page: Page): Promise<Page> {
	await subscribe(page, "Basic");
	const portal = await openPortal(page);
	await press(portal, "The next payment fails");
	await refreshUntil(page, "Your last payment failed");
	return portal;
}

/** Pays at the till, and waits in that tab for the welcome. */
async function subscribe(page: Page, plan: "Basic" | "Pro") {
	const till = await openCheckout(page, plan);
	await press(till, /^Pay \$/);
	await expect(till.getByText("Welcome to your new plan!")).toBeVisible();
	await till.close();
}

/** The dashboard's Refresh, until it shows what Stripe has told by then. */
async function refreshUntil(page: Page, text: string) {
	await expect(async () => {
		await page.goto("/dashboard");
		await press(page, "Refresh");
		await expect(page.getByText("Refreshed successfully")).toBeAttached();
		await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
	}).toPass();
}

test("a developer upgrades, publishes a form, switches plans, cancels, and all stays online", async ({
	page,
	factories,
	hasJavaScript,
	owner,
}) => {
	const app = await factories.createApp(owner, "Notes");
	await factories.createApp(owner, "Timer");
	const policy = await factories.createDocument(app);

	await page.goto("/dashboard");
	await see.text(page, "2/2 apps on free plan", "Free Plan Limit Reached");
	await follow(page, "View Plans");
	const chooser = hasJavaScript ? page.getByRole("dialog") : page.locator("main");
	await see.heading(chooser, "Choose Your Plan");
	await see.text(chooser, "Cancel anytime. No long-term commitments.");

	const till = await openStripe(page, "Upgrade to Pro", chooser);
	if (hasJavaScript) await expect(page.getByRole("dialog")).toBeHidden();
	await see.heading(till, "Subscribe to Pro");
	await press(till, "Pay with a card that is declined");
	await see.text(till, "Your card was declined.");
	await follow(till, "Go back without paying");
	await see.text(till, "Payment cancelled", "2/2 apps on free plan");
	await till.close();

	await subscribe(page, "Pro");
	await page.goto("/dashboard");
	await see.text(page, "Unlimited apps · Pro plan");
	await expect(page.getByRole("banner").getByText("Pro", { exact: true })).toBeVisible();

	await page.goto("/dashboard?new-app");
	await submit(page, "Create App", { "App name": "Third" });
	await expect(page.getByText("App created!")).toBeAttached();

	await page.goto(`/app/${app.appId}/forms/new`);
	await press(page, "Publish Form");
	await see.text(page, "Form Published");
	const formPath = `/${owner.accountName}/notes/forms/notes-support-form`;
	await page.goto(formPath);
	await expect(page.getByLabel("Message")).toBeVisible();

	await page.goto("/upgrade");
	await expect(page.getByRole("button", { name: "Current plan" })).toBeDisabled();
	await follow(page, "Change to Basic");
	await see.text(page, "Your support forms will stop accepting new messages.");
	await press(page, "Change to Basic");
	await expect(page.getByText("Your plan is changed.")).toBeAttached();
	await expect(page.getByText(/Your support forms accept no new messages now\./)).toBeAttached();
	await see.text(page, "Unlimited apps · Basic plan");
	await page.goto(formPath);
	await see.text(page, CLOSED);

	await page.goto("/upgrade/change?plan=pro");
	await press(page, "Change to Pro");
	await expect(page.getByText("Welcome to your new plan!")).toBeAttached();
	await see.text(page, "Unlimited apps · Pro plan");
	await page.goto(formPath);
	await expect(page.getByLabel("Message")).toBeVisible();

	const later = await openPortal(page);
	await press(later, "Cancel at the end of the period");
	await follow(later, "Return to Smallprint");
	await refreshUntil(later, "Unlimited apps · Pro plan");
	await later.goto("/settings");
	await see.text(later, "will not renew");
	await follow(later, "Keep Pro");
	await press(later, "Keep Pro");
	await expect(later.getByText("Your subscription continues.")).toBeAttached();
	await later.goto("/settings");
	await see.text(later, "It renews on");
	await later.close();

	const now = await openPortal(page);
	await press(now, "Cancel now");
	await expect(now.getByRole("button", { name: "Cancel now" })).toHaveCount(0);
	await now.close();
	await refreshUntil(page, "3/2 apps on free plan");
	await see.text(page, "Plan downgrade detected");
	await page.goto("/dashboard?new-app");
	await see.heading(page, "Plan downgrade detected");
	await expect(
		page.getByText("You have 3 apps but your current plan only allows 2.", { exact: false }),
	).not.toHaveCount(0);

	for (const path of [policy.path, `/${owner.accountName}/notes`]) {
		expect((await page.goto(path))?.status()).toBe(200);
	}
	await see.answer(page, formPath, 200, CLOSED);
	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	await expect(page.getByLabel("Title")).toBeVisible();
});

test("a payment that fails later is told and settled at the portal @once", async ({
	page,
	owner: _,
}) => {
	const portal = await failToPay(page);
	await see.text(page, "Unlimited apps · Basic plan");

	await page.goto("/upgrade/change?plan=pro");
	await press(page, "Change to Pro");
	const missing = "A payment for your subscription is missing.";
	await expect(page.getByRole("alert")).toContainText(missing);
	await page.goto("/settings");
	await see.text(page, "Your last payment failed.");
	await see.text(page, "The period ends on");

	await press(portal, "The payment goes through");
	await refreshUntil(page, "Unlimited apps · Basic plan");
	await see.noText(page, "Your last payment failed");
});

test("an administrator sees whose payment failed @once", async ({ page, signInAs }) => {
	const { userId } = await signInAs({ adminRole: "support" });
	await failToPay(page);
	await page.goto(`/admin/users/${userId}`);
	const plan = page.getByRole("region", { name: "Plan" });
	await expect(plan).toContainText("Basic Payment failed");
	await expect(plan).toContainText("Period ends");
	await expect(plan).not.toContainText("Renews");
});

test("a checkout that is unknown ends at the dashboard, with what to do and whom to ask @once", async ({
	page,
	owner: _,
}) => {
	for (const query of ["success=true&session_id=cs_of_somebody_else", "success=true"]) {
		await page.goto(`/dashboard?${query}`);
		await expect(page).toHaveURL(/\/dashboard$/);
		const message = page.getByRole("alert");
		await see.text(message, "We can't find this payment");
		await see.text(message, "press Refresh");
		await see.link(message, "Contact Support", "/support");
		await see.noText(page, "Welcome to your new plan!");
		await see.text(page, "0/2 apps on free plan");
	}
});

test("a checkout that is never paid is looked at three times, and then says what to do", async ({
	page,
	owner: _,
}) => {
	const till = await openCheckout(page, "Pro");
	const checkoutId = till.url().split("/").at(-1);
	await till.goto(`/dashboard?success=true&session_id=${checkoutId}`);
	await see.text(till, "Your payment is being confirmed.");
	await expect(till).toHaveURL(/\/dashboard$/);
	const message = till.getByRole("status");
	await see.text(message, "Your payment is not confirmed yet");
	await see.text(message, "press Refresh");
	await see.link(message, "Contact Support", "/support");
	await see.noText(till, "Your payment is being confirmed.");
	await see.text(till, "0/2 apps on free plan");
});

test("whoever picks a plan while signed out has it picked after signing up @once", async ({
	page,
}) => {
	const email = newEmail();
	await page.goto("/pricing");
	await follow(page, "Get Pro");
	const passwords = { Password: PASSWORD, "Confirm password": PASSWORD };
	await submit(page, "Create Account", {
		Email: email,
		...passwords,
		"Confirm password": "other",
	});
	await see.refusal(page, "Confirm password", "Passwords do not match");
	await submit(page, "Create Account", passwords);
	await page.goto(await readMailedLink(page, email));
	await press(page, "Confirm my address");
	await expect(page).toHaveURL("/upgrade?plan=pro");
	const picked = page.getByRole("region", { name: "Pro", exact: true });
	await see.text(picked, "Your choice");
	await expect(picked.getByRole("button", { name: "Upgrade to Pro" })).toBeVisible();
});
