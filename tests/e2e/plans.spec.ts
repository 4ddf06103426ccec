import { expect, type Page, test } from "../kit/browser/e2e.ts";

/** Chooses a plan and answers the tab in which Stripe's page opens. */
async function openCheckout(page: Page, plan: "Basic" | "Pro"): Promise<Page> {
	await page.goto("/upgrade");
	const popup = page.waitForEvent("popup");
	await page.getByRole("button", { name: `Upgrade to ${plan}` }).click();
	return popup;
}

async function openPortal(page: Page): Promise<Page> {
	await page.goto("/settings");
	const popup = page.waitForEvent("popup");
	await page.getByRole("button", { name: "Manage Subscription" }).click();
	return popup;
}

/** Pays at the till, and waits in that tab for the welcome. */
async function subscribe(page: Page, plan: "Basic" | "Pro") {
	const till = await openCheckout(page, plan);
	await till.getByRole("button", { name: /^Pay \$/ }).click();
	await expect(till.getByText("Welcome to your new plan!")).toBeVisible({ timeout: 20_000 });
	await till.close();
}

/** The dashboard's Refresh, until it shows what Stripe has told by then. */
async function refreshUntil(page: Page, text: string) {
	await expect(async () => {
		await page.goto("/dashboard");
		await page.getByRole("button", { name: "Refresh" }).click();
		await expect(page.getByText("Refreshed successfully")).toBeAttached();
		await expect(page.getByText(text)).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 20_000 });
}

test("a developer upgrades, publishes a form, switches plans, cancels, and all stays online", async ({
	page,
	signInAs,
	factories,
	hasJavaScript,
}) => {
	test.setTimeout(120_000);
	const user = await signInAs();
	const app = await factories.createApp(user, "Notes");
	await factories.createApp(user, "Timer");
	const document = await factories.createDocument(app);
	const documentPath = `/${user.accountName}/notes/${document.slug}`;

	await page.goto("/dashboard");
	await expect(page.getByText("2/2 apps on free plan")).toBeVisible();
	await expect(page.getByText("Free Plan Limit Reached")).toBeVisible();
	await page.getByRole("link", { name: "View Plans" }).click();
	const chooser = hasJavaScript ? page.getByRole("dialog") : page.locator("main");
	await expect(chooser.getByRole("heading", { name: "Choose Your Plan" })).toBeVisible();
	await expect(
		chooser.getByText("Cancel anytime. No long-term commitments.", { exact: false }),
	).toBeVisible();

	const popup = page.waitForEvent("popup");
	await chooser.getByRole("button", { name: "Upgrade to Pro" }).click();
	const till = await popup;
	if (hasJavaScript) await expect(page.getByRole("dialog")).toBeHidden();
	await expect(till.getByRole("heading", { name: "Subscribe to Pro" })).toBeVisible();
	await till.getByRole("button", { name: "Pay with a card that is declined" }).click();
	await expect(till.getByText("Your card was declined.")).toBeVisible();
	await till.getByRole("link", { name: "Go back without paying" }).click();
	await expect(till.getByText("Payment cancelled")).toBeVisible();
	await expect(till.getByText("2/2 apps on free plan")).toBeVisible();
	await till.close();

	await subscribe(page, "Pro");
	await page.goto("/dashboard");
	await expect(page.getByText("Unlimited apps · Pro plan")).toBeVisible();
	await expect(page.getByRole("banner").getByText("Pro", { exact: true })).toBeVisible();

	await page.goto("/dashboard?new-app");
	await page.getByLabel("App name").fill("Third");
	await page.getByRole("button", { name: "Create app" }).click();
	await expect(page.getByText("App created!")).toBeAttached();

	await page.goto(`/app/${app.appId}/forms/new`);
	await page.getByRole("button", { name: "Publish Form" }).click();
	await expect(page.getByText("Form Published")).toBeVisible();
	const formPath = `/${user.accountName}/notes/forms/notes-support-form`;
	await page.goto(formPath);
	await expect(page.getByLabel("Message")).toBeVisible();

	await page.goto("/upgrade");
	await expect(page.getByRole("button", { name: "Current plan" })).toBeDisabled();
	await page.getByRole("link", { name: "Change to Basic" }).click();
	await expect(
		page.getByText("Your support forms will stop accepting new messages."),
	).toBeVisible();
	await page.getByRole("button", { name: "Change to Basic" }).click();
	await expect(page.getByText("Welcome to your new plan!")).toBeAttached();
	await expect(page.getByText("Unlimited apps · Basic plan")).toBeVisible();
	await page.goto(formPath);
	await expect(page.getByText("This form is not accepting new messages right now.")).toBeVisible();

	await page.goto("/upgrade/change?plan=pro");
	await page.getByRole("button", { name: "Change to Pro" }).click();
	await expect(page.getByText("Unlimited apps · Pro plan")).toBeVisible();
	await page.goto(formPath);
	await expect(page.getByLabel("Message")).toBeVisible();

	const later = await openPortal(page);
	await later.getByRole("button", { name: "Cancel at the end of the period" }).click();
	await later.getByRole("link", { name: "Return to Smallprint" }).click();
	await refreshUntil(later, "Unlimited apps · Pro plan");
	await later.goto("/settings");
	await expect(later.getByText("will not renew")).toBeVisible();
	await later.getByRole("link", { name: "Keep Pro" }).click();
	await later.getByRole("button", { name: "Keep Pro" }).click();
	await expect(later.getByText("Your subscription continues.")).toBeAttached();
	await later.goto("/settings");
	await expect(later.getByText("It renews on")).toBeVisible();
	await later.close();

	const now = await openPortal(page);
	await now.getByRole("button", { name: "Cancel now" }).click();
	await expect(now.getByRole("button", { name: "Cancel now" })).toHaveCount(0);
	await now.close();
	await refreshUntil(page, "3/2 apps on free plan");
	await expect(page.getByText("Plan downgrade detected", { exact: false })).toBeVisible();
	await page.goto("/dashboard?new-app");
	await page.getByLabel("App name").fill("Fourth");
	await page.getByRole("button", { name: "Create app" }).click();
	await expect(
		page.getByText("You have 3 apps but your current plan only allows 2.", { exact: false }),
	).not.toHaveCount(0);

	for (const path of [documentPath, `/${user.accountName}/notes`, formPath]) {
		expect((await page.goto(path))?.status()).toBe(200);
	}
	await expect(page.getByText("This form is not accepting new messages right now.")).toBeVisible();
	await page.goto(`/app/${app.appId}/documents/${document.id}/edit`);
	await expect(page.getByLabel("Title")).toBeVisible();
});

test("a payment that fails later is told, and settled at the portal", async ({
	page,
	signInAs,
}) => {
	await signInAs();
	await subscribe(page, "Basic");
	const portal = await openPortal(page);
	await portal.getByRole("button", { name: "The next payment fails" }).click();
	await refreshUntil(page, "Your last payment failed");
	await expect(page.getByText("Unlimited apps · Basic plan")).toBeVisible();

	await page.goto("/upgrade/change?plan=pro");
	await page.getByRole("button", { name: "Change to Pro" }).click();
	await expect(page.getByRole("alert")).toContainText(
		"A payment for your subscription is missing.",
	);
	await page.goto("/settings");
	await expect(page.getByText("Your last payment failed.")).toBeVisible();

	await portal.getByRole("button", { name: "The payment goes through" }).click();
	await refreshUntil(page, "Unlimited apps · Basic plan");
	await expect(page.getByText("Your last payment failed")).toHaveCount(0);
});

test("an administrator sees whose payment failed", async ({ page, signInAs }) => {
	const { userId } = await signInAs({ adminRole: "support" });
	await subscribe(page, "Basic");
	const portal = await openPortal(page);
	await portal.getByRole("button", { name: "The next payment fails" }).click();
	await refreshUntil(page, "Your last payment failed");
	await page.goto(`/admin/users/${userId}`);
	const plan = page.getByRole("region", { name: "Plan" });
	await expect(plan).toContainText("Basic Payment failed");
	await expect(plan).toContainText("Period ends");
	await expect(plan).not.toContainText("Renews");
});

test("what an address claims is not believed", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/dashboard?success=true&session_id=cs_of_somebody_else");
	await expect(page).toHaveURL(/\/dashboard$/);
	await expect(page.getByText("Welcome to your new plan!")).toHaveCount(0);
	await expect(page.getByText("0/2 apps on free plan")).toBeVisible();

	const till = await openCheckout(page, "Pro");
	const checkoutId = till.url().split("/").at(-1);
	await till.goto(`/dashboard?success=true&session_id=${checkoutId}`);
	await expect(till.getByText("Thank you. Your payment is being confirmed.")).toBeVisible();
	// It looks again three times, and then leaves it to the Refresh button.
	await expect(till).toHaveURL(/try=3$/, { timeout: 20_000 });
	await expect(till.getByText("0/2 apps on free plan")).toBeVisible();
});

test("pricing shows where one stands, and asks others to sign in", async ({ page, signInAs }) => {
	await page.goto("/pricing");
	await expect(page.getByRole("link", { name: "Get Started Free" })).toBeVisible();
	await expect(page.getByText("Current plan")).toHaveCount(0);
	await page.getByText("What happens to my pages when I cancel?").click();
	await expect(
		page.getByText("They stay online at their addresses", { exact: false }),
	).toBeVisible();
	await page.goto("/upgrade");
	await expect(page.getByRole("heading", { name: "Authentication required" })).toBeVisible();
	await expect(page.getByText("Please log in to upgrade your plan.")).toBeVisible();

	await signInAs();
	await page.goto("/pricing");
	await expect(page.getByRole("button", { name: "Current plan" })).toBeDisabled();
	await subscribe(page, "Basic");
	await page.goto("/pricing");
	await expect(page.getByRole("link", { name: "Change to Pro" })).toBeVisible();
	await expect(page.getByRole("button", { name: "Current plan" })).toBeDisabled();
});
