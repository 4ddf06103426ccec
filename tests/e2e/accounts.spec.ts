import {
	expect,
	fill,
	follow,
	newEmail,
	PASSWORD,
	press,
	readMailedLink,
	signIn,
	signUp,
	submit,
	test,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const WRONG = "Invalid email or password. Please check your credentials and try again.";
const LOOK_FOR_MAIL = "Check your email for the confirmation link!";
const TOO_SHORT = "Password must be at least 6 characters long";
const ANOTHER = "battery staple";

test("somebody signs up, follows the mailed link and reaches the dashboard @once", async ({
	page,
}) => {
	const email = newEmail();
	await page.goto("/");
	await page.getByRole("link", { name: "Get Started Free" }).first().click();
	await expect(page).toHaveURL("/auth?mode=sign-up");
	await signUp(page, email);
	await see.text(page, LOOK_FOR_MAIL);
	await expect(page.getByRole("link", { name: "open the local mailbox" })).toBeVisible();

	await page.goto(await readMailedLink(page, email));
	await expect(page.getByRole("button")).toHaveCount(1);
	await press(page, "Confirm my address");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Step 1 of 2");
});

test("Show shows a password where there is JavaScript, until it is sent @once", async ({
	page,
	openOtherBrowser,
	owner,
}) => {
	const other = await openOtherBrowser();
	for (const [tab, address, button] of [
		[other, "/auth", "Sign In"],
		[page, "/settings", "Change password"],
	] as const) {
		const response = await tab.goto(address);
		expect(await response?.text()).not.toContain(">Show<");
		const password = tab.locator("input[type=password]").first();
		const field = tab.locator(`#${await password.getAttribute("id")}`);
		const show = tab.getByRole("button", { name: "Show" }).first();
		await field.fill("not the password");
		await field.press("Tab");
		await expect(show).toBeFocused();
		await show.press("Space");
		await expect(field).toHaveAttribute("type", "text");
		await expect(show).toHaveAttribute("aria-pressed", "true");
		const sent = tab.waitForRequest((request) => request.method() === "POST");
		await press(tab, button);
		expect((await sent).postData()).not.toMatch(/show/i);
		await expect(field).toHaveAttribute("type", "password");
	}
	await signIn(other, owner.email);
	await expect(other).toHaveURL("/dashboard");
});

test("a wrong password and an unknown address are refused alike; the password is not kept @once", async ({
	page,
	user,
}) => {
	await signIn(page, user.email, "not the password");
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await expect(page).toHaveTitle(/^Error: /);
	await see.values(page, { Email: user.email, Password: "" });
	await page.goto("/settings");
	await see.heading(page, "Please Log In");
	await signIn(page, newEmail());
	await expect(page.getByRole("alert")).toContainText(WRONG);
});

test("an unconfirmed address can't sign in, and a button sends a new link that works @once", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser({ confirmed: false });
	await signIn(page, user.email);
	await expect(page.getByRole("alert")).toContainText("Email not confirmed.");
	await press(page, "Send a new confirmation link");
	await see.text(page, LOOK_FOR_MAIL);
	await page.goto(await readMailedLink(page, user.email));
	await press(page, "Confirm my address");
	await expect(page).toHaveURL("/dashboard");
});

test("toggling between sign in and create account clears fields and messages @once", async ({
	page,
}) => {
	await signIn(page, "somebody@example.com", "");
	await expect(page.getByRole("alert")).toBeVisible();
	await follow(page, "Create an account");
	await see.heading(page, "Create account");
	await expect(page.getByRole("alert")).toHaveCount(0);
	await see.values(page, { Email: "" });
	await fill(page, { Email: "somebody@example.com", Password: PASSWORD });
	await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
	await see.heading(page, "Sign in");
	await see.values(page, { Email: "", Password: "" });
});

test("a forgotten password is replaced by mail, and every other browser is signed out @once", async ({
	page,
	openOtherBrowser,
	user,
}) => {
	const other = await openOtherBrowser(user);
	await page.goto("/auth");
	await follow(page, "Forgot your password?");
	await submit(page, "Send the link", { Email: user.email });
	await see.text(page, "If the address has an account");
	const link = await readMailedLink(page, user.email);
	await page.goto(link);
	await fill(page, { "New password": ANOTHER, "Confirm new password": ANOTHER });
	await press(page, "Change password");
	await expect(page.getByRole("status")).toContainText("Your password is changed.");

	await signIn(page, user.email);
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await signIn(page, user.email, ANOTHER);
	await expect(page).toHaveURL("/dashboard");
	await other.reload();
	await see.heading(other, "Please Log In");
	await page.goto(link);
	await see.heading(page, "This link doesn't work any more");
});

test("a new password that is too short or typed differently is refused, and the link still works @once", async ({
	page,
	user,
}) => {
	await page.goto("/auth/forgot");
	await submit(page, "Send the link", { Email: user.email });
	await see.heading(page, "Check your email");
	await page.goto(await readMailedLink(page, user.email));
	const change = (password: string, again = password) =>
		submit(page, "Change password", { "New password": password, "Confirm new password": again });
	await change("short");
	await see.refusal(page, "New password", TOO_SHORT);
	await change(ANOTHER, "battery stable");
	await see.refusal(page, "Confirm new password", "Passwords do not match");
	await change(ANOTHER);
	await expect(page).toHaveURL("/auth");
});

test("signing out leads home and closes the dashboard", async ({ page, owner: _ }) => {
	await page.goto("/dashboard");
	await press(page, "Sign Out");
	await expect(page).toHaveURL("/");
	await expect(page.getByRole("link", { name: "Get Started Free" }).first()).toBeVisible();
	await see.answer(page, "/dashboard", 403, "You need to be logged in to access the dashboard.");
	await see.heading(page, "Please Log In");
	await follow(page, "Go to Login");
	await expect(page).toHaveURL("/");
});

test("after signing in, people are where they wanted to go @once", async ({
	page,
	user,
	factories,
}) => {
	const { appId } = await factories.createApp(user);
	await page.goto(`/app/${appId}/settings`);
	await see.heading(page, "Please Log In");
	await follow(page, "Go to Login");
	await page.getByRole("link", { name: "Sign In" }).click();
	await submit(page, "Sign In", { Email: user.email, Password: "not the password" });
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await submit(page, "Sign In", { Password: PASSWORD });
	await expect(page).toHaveURL(`/app/${appId}/settings`);
});

test("every way from the landing page to an account leads back to where people were @once", async ({
	page,
	user,
	signInAs,
}) => {
	const way = `/?${new URLSearchParams({ redirectTo: "/dashboard?guide=2" })}`;
	await page.goto("/dashboard?guide=2");
	await see.link(page, "Go to Login", way);
	const links = ["Get Started Free", "Get Started", "Sign In"];
	for (const name of links) {
		const found = page.getByRole("link", { name, exact: true });
		await page.goto(way);
		for (const link of await found.all()) {
			expect(await link.getAttribute("href"), name).toContain(
				"redirectTo=%2Fdashboard%3Fguide%3D2",
			);
		}
		await found.first().click();
		await expect(page).toHaveURL(/^[^?]*\/auth\?.*redirectTo=%2Fdashboard%3Fguide%3D2/);
	}
	await page.goto(way);
	await follow(page, "View Pricing");
	await page.getByRole("link", { name: "Sign In", exact: true }).click();
	await follow(page, "Create an account");
	await follow(page, "Sign in");
	await submit(page, "Sign In", { Email: user.email, Password: PASSWORD });
	await expect(page).toHaveURL("/dashboard?guide=2");
	await signInAs();
	await page.goto(way);
	await expect(page).toHaveURL("/dashboard?guide=2");
});

test("a new confirmation link leads to where people wanted to go @once", async ({
	page,
	factories,
}) => {
	const { email } = await factories.createUser({ confirmed: false });
	await page.goto("/auth?redirectTo=/settings");
	await submit(page, "Sign In", { Email: email, Password: PASSWORD });
	await press(page, "Send a new confirmation link");
	await see.text(page, "Check your email for the confirmation link!");
	await page.goto(await readMailedLink(page, email));
	await press(page, "Confirm my address");
	await expect(page).toHaveURL("/settings");
});

test("what is no address gets no account, and an address no second one @once", async ({
	page,
	user,
}) => {
	await signUp(page, "not an address");
	await see.refusal(page, "Email", "Please enter a valid email address");
	await signUp(page, user.email, "another password");
	const exists = "An account with this email already exists. Please try logging in instead.";
	await see.refusal(page, "Email", exists);
});
