import {
	expect,
	expectRefused,
	type Page,
	readMailedLink,
	signIn,
	test,
} from "../kit/browser/e2e.ts";

const WRONG = "Invalid email or password. Please check your credentials and try again.";

let count = 0;

function newEmail() {
	count += 1;
	return `person-${process.pid}-${count}@example.com`;
}

async function fillSignUp(page: Page, email: string, password: string, again = password) {
	await page.goto("/auth?mode=sign-up");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByLabel("Confirm password").fill(again);
	await page.getByRole("button", { name: "Create Account" }).click();
}

// Failed sign-ins are counted for the client's address too, which all of these tests share.
test.beforeEach(async ({ server: _ }) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.rateLimit.deleteMany());
});

test("a person creates an account, follows the mailed link and reaches the dashboard", async ({
	page,
}) => {
	const email = newEmail();
	await page.goto("/");
	await page.getByRole("link", { name: "Get Started Free" }).first().click();
	await fillSignUp(page, email, "correct horse");
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
	await expect(page.getByRole("link", { name: "open the local mailbox" })).toBeVisible();

	const link = await readMailedLink(page, email);
	await page.goto(link);
	await expect(page.getByRole("button")).toHaveCount(1);
	await page.getByRole("button", { name: "Confirm my address" }).click();
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Step 1 of 2")).toBeVisible();
});

test("opening the confirmation link confirms nothing until its button is pressed", async ({
	page,
}) => {
	const email = newEmail();
	await fillSignUp(page, email, "correct horse");
	await page.goto(await readMailedLink(page, email));
	await page.reload();
	await expect(page.getByRole("button", { name: "Confirm my address" })).toBeVisible();
	await signIn(page, email, "correct horse");
	await expect(page.getByRole("alert")).toContainText("Email not confirmed.");
});

test("a confirmation link works once", async ({ page }) => {
	const email = newEmail();
	await fillSignUp(page, email, "correct horse");
	const link = await readMailedLink(page, email);
	await page.goto(link);
	await page.getByRole("button", { name: "Confirm my address" }).click();
	await expect(page).toHaveURL("/dashboard");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page).toHaveURL("/");

	await page.goto(link);
	await expect(page.getByRole("heading", { name: "Already confirmed" })).toBeVisible();
	await expect(page.getByRole("button")).toHaveCount(0);
	await page.getByRole("link", { name: "Go to Login" }).click();
	await expect(page).toHaveURL("/auth");
});

test("a confirmation link that nobody was sent is refused with a way on", async ({ page }) => {
	const response = await page.goto("/auth/confirm?token=made-up");
	expect(response?.status()).toBe(400);
	await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Go to Login" })).toBeVisible();
});

test("a wrong password is refused; the e-mail stays in its field and the password does not", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser();
	await signIn(page, user.email, "not the password");
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await expect(page).toHaveTitle(/^Error: /);
	await expect(page.getByLabel("Email")).toHaveValue(user.email);
	await expect(page.getByLabel("Password")).toHaveValue("");
	await page.goto("/settings");
	await expect(page.getByRole("heading", { name: "Please Log In" })).toBeVisible();
});

test("an unknown address is refused with the words of a wrong password", async ({ page }) => {
	await signIn(page, newEmail(), "correct horse");
	await expect(page.getByRole("alert")).toContainText(WRONG);
});

test("an address is the same in upper case and with spaces around it", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser();
	await signIn(page, ` ${user.email.toUpperCase()} `, factories.PASSWORD);
	await expect(page).toHaveURL("/dashboard");
});

test("an unconfirmed address can't sign in, and a button sends a new link that works", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser({ confirmed: false });
	await signIn(page, user.email, factories.PASSWORD);
	await expect(page.getByRole("alert")).toContainText("Email not confirmed.");
	await page.getByRole("button", { name: "Send a new confirmation link" }).click();
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
	await page.goto(await readMailedLink(page, user.email));
	await page.getByRole("button", { name: "Confirm my address" }).click();
	await expect(page).toHaveURL("/dashboard");
});

test("toggling between sign in and create account clears fields and messages", async ({ page }) => {
	await signIn(page, "somebody@example.com", "");
	await expect(page.getByRole("alert")).toBeVisible();
	await page.getByRole("link", { name: "Create an account" }).click();
	await expect(page.getByRole("heading", { name: "Create account" })).toBeVisible();
	await expect(page.getByRole("alert")).toHaveCount(0);
	await expect(page.getByLabel("Email")).toHaveValue("");
	await page.getByLabel("Email").fill("somebody@example.com");
	await page.getByLabel("Password", { exact: true }).fill("correct horse");
	await page.getByRole("link", { name: "Sign in" }).click();
	await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
	await expect(page.getByLabel("Email")).toHaveValue("");
	await expect(page.getByLabel("Password")).toHaveValue("");
});

test("a forgotten password is replaced by mail, and every other browser is signed out", async ({
	page,
	openOtherBrowser,
	factories,
}) => {
	const user = await factories.createUser();
	const other = await openOtherBrowser();
	await signIn(other, user.email, factories.PASSWORD);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/auth");
	await page.getByRole("link", { name: "Forgot your password?" }).click();
	await page.getByLabel("Email").fill(user.email);
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByText("If the address has an account")).toBeVisible();
	const link = await readMailedLink(page, user.email);
	await page.goto(link);
	await page.getByLabel("New password", { exact: true }).fill("battery staple");
	await page.getByLabel("Confirm new password").fill("battery staple");
	await page.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByRole("status")).toContainText("Your password is changed.");

	await signIn(page, user.email, factories.PASSWORD);
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await signIn(page, user.email, "battery staple");
	await expect(page).toHaveURL("/dashboard");
	await other.reload();
	await expect(other.getByRole("heading", { name: "Please Log In" })).toBeVisible();

	await page.goto(link);
	await expect(
		page.getByRole("heading", { name: "This link doesn't work any more" }),
	).toBeVisible();
});

test("a link for a new password that was cut says so, and leads to another", async ({ page }) => {
	const response = await page.goto("/auth/reset?token=cut");
	expect(response?.status()).toBe(400);
	await expect(page.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
	await expect(page.getByText("It may have been cut short.")).toBeVisible();
	await page.getByRole("link", { name: "Send a new link" }).click();
	await expect(page).toHaveURL("/auth/forgot");
});

test("an address without an account is answered as one with an account is", async ({ page }) => {
	await page.goto("/auth/forgot");
	await page.getByLabel("Email").fill(newEmail());
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByText("If the address has an account")).toBeVisible();
});

test("a new password that is too short or typed differently is refused, and the link still works", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser();
	await page.goto("/auth/forgot");
	await page.getByLabel("Email").fill(user.email);
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
	await page.goto(await readMailedLink(page, user.email));
	const password = page.getByLabel("New password", { exact: true });
	const again = page.getByLabel("Confirm new password");
	const change = page.getByRole("button", { name: "Change password" });
	await password.fill("short");
	await again.fill("short");
	await change.click();
	await expectRefused(page, "New password", "Password must be at least 6 characters long");
	await password.fill("battery staple");
	await again.fill("battery stable");
	await change.click();
	await expectRefused(page, "Confirm new password", "Passwords do not match");
	await password.fill("battery staple");
	await again.fill("battery staple");
	await change.click();
	await expect(page).toHaveURL("/auth");
});

test("signing out leads home and closes the dashboard", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/dashboard");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page).toHaveURL("/");
	await expect(page.getByRole("link", { name: "Get Started Free" }).first()).toBeVisible();
	const response = await page.goto("/dashboard");
	expect(response?.status()).toBe(401);
});

test("the dashboard asks people who are not signed in to log in", async ({ page }) => {
	await page.goto("/dashboard");
	await expect(page.getByRole("heading", { name: "Please Log In" })).toBeVisible();
	await expect(page.getByText("You need to be logged in to access the dashboard.")).toBeVisible();
	await page.getByRole("link", { name: "Go to Login" }).click();
	await expect(page).toHaveURL("/");
});

test("after signing in, people are where they wanted to go", async ({ page, factories }) => {
	const user = await factories.createUser();
	const { appId } = await factories.createApp(user);
	await page.goto(`/app/${appId}/settings`);
	await expect(page.getByRole("heading", { name: "Please Log In" })).toBeVisible();
	await page.getByRole("link", { name: "Go to Login" }).click();
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password").fill("not the password");
	await page.getByRole("button", { name: "Sign In" }).click();
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await page.getByLabel("Password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Sign In" }).click();
	await expect(page).toHaveURL(`/app/${appId}/settings`);
});

test("signing in never leads to another site", async ({ page, factories }) => {
	const user = await factories.createUser();
	for (const elsewhere of ["https://example.com/", "//example.com/", "/\\example.com/"]) {
		await page.context().clearCookies();
		await page.goto(`/auth?redirectTo=${encodeURIComponent(elsewhere)}`);
		await page.getByLabel("Email").fill(user.email);
		await page.getByLabel("Password").fill(factories.PASSWORD);
		await page.getByRole("button", { name: "Sign In" }).click();
		await expect(page).toHaveURL("/dashboard");
	}
});

test("people who are signed in reach the dashboard from / and from /auth", async ({
	page,
	signInAs,
}) => {
	await signInAs();
	for (const path of ["/", "/auth", "/auth?mode=sign-up"]) {
		await page.goto(path);
		await expect(page).toHaveURL("/dashboard");
	}
});

test("passwords that don't match are refused, and no account is made", async ({ page }) => {
	const email = newEmail();
	await fillSignUp(page, email, "correct horse", "correct house");
	await expectRefused(page, "Confirm password", "Passwords do not match");
	await expect(page.getByLabel("Email")).toHaveValue(email);
	await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
	await expect(page.getByLabel("Confirm password")).toHaveValue("");
	await signIn(page, email, "correct horse");
	await expect(page.getByRole("alert")).toContainText(WRONG);
});

test("a password of five characters is too short and one of six is enough", async ({ page }) => {
	const email = newEmail();
	await fillSignUp(page, email, "12345");
	await expectRefused(page, "Password", "Password must be at least 6 characters long");
	await fillSignUp(page, email, "123456");
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
});

test("an address that is none is refused", async ({ page }) => {
	await fillSignUp(page, "not an address", "correct horse");
	await expectRefused(page, "Email", "Please enter a valid email address");
});

test("an empty form names every field that is missing", async ({ page }) => {
	await page.goto("/auth?mode=sign-up");
	await page.getByRole("button", { name: "Create Account" }).click();
	await expect(page.getByRole("alert").getByRole("listitem")).toHaveCount(3);
	await expectRefused(page, "Email", "Please enter your e-mail address.");
});

test("an address that has an account can't have a second one", async ({ page, factories }) => {
	const user = await factories.createUser();
	await fillSignUp(page, user.email, "another password");
	await expectRefused(
		page,
		"Email",
		"An account with this email already exists. Please try logging in instead.",
	);
});
