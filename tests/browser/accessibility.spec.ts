import fs from "node:fs";
import path from "node:path";
import { readDocument } from "../corpus/documents.ts";
import { expectSound, expectSoundErrors, press, visit } from "../kit/browser/axe.ts";
import { expect, PASSWORD, readMailedLink, test } from "../kit/browser/e2e.ts";

const EVERY_FEATURE = fs.readFileSync(
	path.join(import.meta.dirname, "../fixtures/every-feature.md"),
	"utf8",
);

test.beforeEach(async ({ server: _ }) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.rateLimit.deleteMany());
});

test("the pages for accounts and the local mailbox", async ({ page, factories }) => {
	const user = await factories.createUser({ confirmed: false });
	await visit(page, "/local/mailbox");
	await visit(page, "/auth");
	await visit(page, "/auth/sign-out");
	await page.goto("/auth");
	await expectSoundErrors(page, "Sign In", "sign in with errors");
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password").fill(PASSWORD);
	await press(page, "Sign In");
	await expectSound(page, "sign in, not confirmed", page.getByText("Email not confirmed."));
	await press(page, "Send a new confirmation link");
	await expectSound(page, "check your email");

	const link = await readMailedLink(page, user.email);
	await expectSound(page, "a mail");
	await visit(page, "/local/mailbox", "the mailbox with mail");
	await visit(page, link, "confirm");
	await visit(page, "/auth/confirm?token=made-up", "a confirmation link that doesn't work");

	await visit(page, "/auth?mode=sign-up");
	await expectSoundErrors(page, "Create Account", "create account with errors");

	await visit(page, "/auth/forgot");
	await expectSoundErrors(page, "Send the link", "forgotten password with errors");
	const confirmed = await factories.createUser();
	await page.getByLabel("Email").fill(confirmed.email);
	await press(page, "Send the link");
	await expectSound(page, "forgotten password, sent");
	await visit(page, await readMailedLink(page, confirmed.email), "new password");
	await expectSoundErrors(page, "Change password", "new password with errors");
	await visit(page, "/auth/reset?token=made-up", "a link for a new password that doesn't work");
});

test("the front of the house", async ({ page }) => {
	for (const address of [
		"/",
		"/pricing",
		"/help",
		"/help?q=mail",
		"/help?q=zebra",
		"/getting-started",
		"/demo-privacy",
		"/demo-eula",
		"/demo-form",
		"/demo-form?sent",
		"/nothing-here",
		"/help/nothing-here",
	]) {
		await visit(page, address);
	}
});

test("the demo form with errors, and the checklist of an owner", async ({
	page,
	signInAs,
	factories,
}) => {
	await page.goto("/demo-form");
	await expectSoundErrors(page, "Send", "the demo form with errors");
	const owner = await signInAs();
	await factories.createApp(owner);
	await visit(page, "/getting-started");
	await visit(page, "/pricing", "pricing, signed in");
	await visit(page, "/upgrade");
	await page.context().clearCookies();
	await visit(page, "/upgrade", "upgrade, signed out");
});

test("the local till", async ({ page }) => {
	const { deleteTillCustomer, happen, openTill, giveCard } = await import(
		"../kit/stand-ins/till.ts"
	);
	await visit(page, "/local/till", "an empty till");
	const till = openTill("till@example.com");
	const checkout = `/local/till/checkout/${till.checkoutId}`;
	await visit(page, checkout);
	await expectSoundErrors(page, "Pay with a card that is declined", "a declined card");
	const portal = `/local/till/portal/${till.portalId}`;
	await visit(page, portal);
	giveCard(till.customerId, "declined");
	happen(till.subscriptionId, "failPayment");
	await visit(page, portal, "the portal, past due");
	await visit(page, "/local/till", "the till with a customer");
	deleteTillCustomer(till.customerId);
	await visit(page, portal, "the portal without a subscription");
	await visit(page, checkout, "a closed checkout");
});

test("the dashboard in each of its states", async ({ page, signInAs, factories }) => {
	await visit(page, "/dashboard", "signed out");
	await signInAs({ accountName: null, guideDismissed: false, adminRole: "admin" });
	await visit(page, "/dashboard", "step 1 with the guide");
	await page.getByLabel("Account name").fill("dashboard");
	await expectSound(page, "step 1, a reserved name", page.getByText('"dashboard" is reserved.'));
	const owner = await signInAs({ guideDismissed: false });
	for (const step of [1, 2, 3, 4]) await visit(page, `/dashboard?guide=${step}`);
	await press(page, "Get Started!");
	await expect(page.locator("#guide")).toHaveCount(0);
	await expectSoundErrors(page, "Create App", "step 2 with errors");
	await page.getByRole("textbox", { name: "App name" }).fill("Pocket Garden");
	await press(page, "Create App");
	await expectSound(
		page,
		"an app without documents, and a message",
		page.getByText("App created!"),
	);
	const app = await factories.createApp(owner, "Tide Clock");
	await factories.createDocument(app);
	await visit(page, "/dashboard?new-app", "full, with the form for a new app");
});

test("account name, settings, app settings and the pages before a deletion", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const document = await factories.createDocument(app);
	await visit(page, "/account-name");
	await page.getByLabel("Account name").fill("free-name");
	await expectSound(page, "an available name", page.getByText("free-name is available."));
	await page.route("/account-name/check*", () => {});
	await page.getByLabel("Account name").fill("help");
	await expectSoundErrors(page, "Save account name", "account name with errors");
	await visit(page, "/settings");
	await expectSoundErrors(page, "Save profile", "settings with errors");
	await press(page, "Change password");
	await expect(page).toHaveURL("/settings/password");
	await expectSound(page, "password with errors");
	await visit(page, "/settings/email");
	await expectSoundErrors(page, "Send the link", "e-mail address with errors");
	const { sentReceipt } = await import("#app/platform/crypto/sent-receipt.server.ts");
	await visit(page, `/settings/email${sentReceipt("/settings/email")}`);
	await visit(page, "/auth/email?token=made-up", "a link for an address that doesn't work");
	await visit(page, "/settings/deletion");
	await expectSoundErrors(page, "Delete Account", "deletion of the account with errors");
	const { createSubscribers } = await import("../kit/world/subscriber.ts");
	await createSubscribers(app, 12);
	await visit(page, `/app/${app.appId}/settings`, "app settings with subscribers");
	await page.getByLabel("App name").fill("2048");
	await expectSoundErrors(page, "Save name", "app settings with errors");
	await visit(page, `/app/${app.appId}/kit`);
	await visit(page, `/app/${app.appId}/contact`);
	await page.getByLabel("Contact e-mail (optional)").fill("nobody");
	await expectSoundErrors(page, "Save contact address", "contact address with errors");
	await visit(page, `/app/${app.appId}/deletions/page`);
	await page.getByLabel("What is deleted").fill("");
	await expectSoundErrors(page, "Open the page", "the owner's deletion page with errors");
	await page.getByLabel("What is deleted").fill("Everything");
	await page.getByLabel(/^People may ask/).check();
	await press(page, "Open the page");
	await expectSound(page, "the owner's deletion page, open", page.getByText("The page is open."));
	await visit(page, `/app/${app.appId}/deletions/page/closing`);
	await visit(page, `/app/${app.appId}/deletion`);
	await visit(page, `/app/${app.appId}/documents/${document.id}/deletion`);
	await press(page, "Delete document");
	await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
	await visit(page, `/app/${app.appId}/documents/deleted`);
	await visit(page, "/dashboard/deleted");
	await visit(page, "/app/none/settings", "an app that is not there");
});

test("writing, changing and comparing documents", async ({ page, signInAs, factories }) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await visit(page, `/${owner.accountName}/pocket-garden/documents`, "an empty list");
	await visit(page, `/app/${app.appId}/documents/new`);
	await expectSoundErrors(page, "Publish", "new document with errors");
	await page.getByLabel("Title").fill("Privacy Policy");
	await page.getByLabel("Content").fill(EVERY_FEATURE);
	await press(page, "Use Sample");
	await expectSound(page, "Use Sample asks", page.getByRole("button", { name: "Replace my text" }));
	await press(page, "Preview");
	await expectSound(page, "preview", page.getByRole("region", { name: "Preview" }));
	await press(page, "Publish");
	await expectSound(page, "published", page.getByRole("heading", { name: "Document published" }));
	await page.goto(`/app/${app.appId}/documents/new`);
	await press(page, "Use Sample");
	await press(page, "Publish");
	await expectSound(page, "a gap is asked about", page.getByRole("alert"));

	const document = await factories.createDocument(app, { title: "Terms", content: "One." });
	const base = `/app/${app.appId}/documents/${document.id}`;
	await visit(page, `${base}/edit`);
	const { updateDocument } = await import("#app/documents/document.server.ts");
	await updateDocument(app, document.id, { title: "Terms of Use", content: "Two.", revision: 1 });
	await page.getByLabel("Content").fill("Three.");
	await press(page, "Save Changes");
	await expectSound(
		page,
		"changed in another window",
		page.getByRole("button", { name: "Save my text anyway" }),
	);
	const { createDraft } = await import("../kit/world/draft.ts");
	const draft = await createDraft(app);
	await visit(page, `/app/${app.appId}/documents/drafts/${draft.id}`);
	await visit(page, `/app/${app.appId}/documents/drafts/${draft.id}/deletion`);
	await visit(page, `${base}/versions`);
	await visit(page, `${base}/versions/2`);
	await visit(page, `${base}/versions/1`);
	await visit(page, `${base}/versions/9`, "a version that is not there");
	await visit(page, `${base}/versions/1/withdrawal`);
	await visit(page, `${base}/versions/opening`);
	const linking = await factories.createDocument(app, {
		title: "Links",
		content: `[one](https://localhost/${"long/".repeat(30)}) [two](http://0x7f.1)`,
	});
	await visit(page, `/app/${app.appId}/kit/checks`);
	await visit(page, `/app/${app.appId}/kit/links`);
	await visit(page, `/app/${app.appId}/kit/links?document=${linking.id}`);
	await press(page, "Ask the sites");
	await expectSound(page, "links that were asked", page.getByText("2 problems"));
	await visit(page, `/app/${app.appId}/kit/reachable`);
	await visit(page, `/${owner.accountName}/pocket-garden/documents`);
	await visit(page, "/somebody/else/documents", "somebody else's list");
	await page.goto(`/app/${app.appId}/documents/none/edit`);
	await expectSound(page, "a message of an error", page.getByText("Document not found."));
});

test("what visitors see: documents, the hub, and what is missing or gone", async ({
	page,
	factories,
}) => {
	const owner = await factories.createUser();
	const app = await factories.createApp(owner, "Pocket Garden");
	await visit(page, `/${owner.accountName}/pocket-garden`, "an empty hub");
	const terms = readDocument("github-terms-of-service").source;
	for (const content of [terms, EVERY_FEATURE, readDocument("cookie-scanner").source]) {
		const document = await factories.createDocument(app, { title: "A policy", content });
		await visit(page, document.path, content.slice(0, 20));
	}
	const content = readDocument("anchors").source;
	const hebrew = await factories.createDocument(app, { title: "מדיניות", content });
	await visit(page, hebrew.path);
	const { updateDocument } = await import("#app/documents/document.server.ts");
	const { deleteDocument } = await import("#app/documents/document-deletion.server.ts");
	const longer = `${EVERY_FEATURE}\n\n${content}\n\nאנחנו לא מוכרים דבר.`;
	await updateDocument(app, hebrew.id, {
		title: "פרטיות",
		content: longer,
		slug: hebrew.slug,
		revision: 1,
	});
	await visit(page, `${hebrew.path}/versions`);
	await visit(page, `${hebrew.path}/versions/1`);
	await visit(page, `${hebrew.path}/changes/1-2`);
	await visit(page, `${hebrew.path}/changes?since=yesterday`);
	await visit(page, `${hebrew.path}/versions/9`, "a version that is not there");
	await visit(page, `${hebrew.path}/next`, "nothing is announced");
	const { announceDraft } = await import("#app/documents/drafts/announcement.server.ts");
	await announceDraft(app, {
		documentId: hebrew.id,
		revision: 2,
		draft: null,
		isShortKnown: false,
		text: {
			title: "מדיניות",
			content: longer.replace("אנחנו", "איש"),
			slug: hebrew.slug,
			effective_on: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
			note: "Clearer words.",
		},
	});
	await visit(page, hebrew.path, "a document with an announced text");
	await visit(page, `${hebrew.path}/next`);
	await visit(page, `${hebrew.path}/next/changes`);
	await visit(page, `/${owner.accountName}/pocket-garden`);
	await visit(page, `/${owner.accountName}/pocket-garden/updates`);
	await visit(page, `/${owner.accountName}/pocket-garden/deletion`, "no deletion page");
	const { openDeletionPage } = await import("../kit/world/deletion.ts");
	await openDeletionPage(app, { offersPart: true, identifierLabel: "User name" });
	await visit(page, `/${owner.accountName}/pocket-garden/deletion`);
	await expectSoundErrors(page, "Continue", "the deletion page with errors");
	await page.getByLabel(/^E-mail address/).fill("vera@example.com");
	await press(page, "Continue");
	await expectSound(page, "the sum of a deletion request", page.getByLabel(/^What is/));
	await visit(page, `/${owner.accountName}/pocket-garden/updates/confirm?token=late`);
	const updates = `/${owner.accountName}/pocket-garden/updates`;
	await page.goto(updates);
	const email = "reader@example.com";
	await page.getByLabel("E-mail address").fill(email);
	await press(page, "Send me the link");
	await expectSound(page, "a link to confirm is sent", page.getByText("Check your mail"));
	await visit(page, await readMailedLink(page, email), "a link that confirms");
	await press(page, "Yes, tell me");
	await expectSound(page, "confirmed", page.getByText("You are told of changes"));
	const { createSubscriber } = await import("../kit/world/subscriber.ts");
	const { unsubscribePath } = await createSubscriber(app);
	await visit(page, unsubscribePath, "a link that unsubscribes");
	await press(page, "Unsubscribe");
	await expectSound(page, "unsubscribed", page.getByText("You get no more mail"));
	await visit(page, "/unsubscribe/nobody.1");
	await visit(page, `/${owner.accountName}/pocket-garden/none`);
	await visit(page, `/${owner.accountName}/none`);
	await visit(page, "/nobody-at-all/app");
	const { trashApp } = await import("#app/apps/app.server.ts");
	await deleteDocument(app, hebrew.id);
	await visit(page, hebrew.path, "a deleted document");
	await trashApp(owner, app.appId);
	await visit(page, `/${owner.accountName}/pocket-garden`, "a deleted app");
});
