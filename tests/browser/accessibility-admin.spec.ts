import { expectSound, expectSoundErrors, visit } from "../kit/browser/axe.ts";
import { test } from "../kit/browser/e2e.ts";

test("the pages of the admin area", async ({ page, signInAs, factories }) => {
	const { trashApp } = await import("#app/apps/app.server.ts");
	const { suspendUser } = await import("#app/admin/administration.server.ts");
	const { createAdmin } = await import("../kit/world/admin.ts");
	const { createFailedMail } = await import("../kit/world/mail.ts");
	const owner = await factories.createUser({ plan: "pro" });
	const app = await factories.createApp(owner);
	const trashed = await factories.createApp(owner);
	await factories.createDocument(app);
	await factories.createForm(app);
	await trashApp(owner, trashed.appId);
	await createFailedMail(owner.email);
	const suspended = await factories.createUser();
	await suspendUser(await createAdmin(), suspended.userId, "Spam");

	await signInAs({ adminRole: "super_admin" });
	await visit(page, "/admin");
	await page.getByText("Sign-ups as a table").click();
	await expectSound(page, "the overview with a table");
	await visit(page, "/admin/users");
	await visit(page, "/admin/users?q=nobody", "users, nothing found");
	const user = `/admin/users/${owner.userId}`;
	await visit(page, user, "a user");
	await visit(page, `/admin/users/${suspended.userId}`, "a suspended user");
	await visit(page, `${user}/suspension`, "suspension");
	await expectSoundErrors(page, "Suspend account", "suspension with an error");
	await visit(page, `/admin/users/${suspended.userId}/suspension`, "lifting");
	for (const act of ["plan", "role"]) await visit(page, `${user}/${act}`, act);
	await visit(page, `${user}/apps/${trashed.appId}/restoration`, "restoration");
	for (const name of ["content", "content?kind=forms", "settings", "audit"]) {
		await visit(page, `/admin/${name}`);
	}
});

test("an administrator's refusal", async ({ page, signInAs, factories }) => {
	const { userId } = await factories.createUser();
	await signInAs({ adminRole: "support" });
	await visit(page, `/admin/users/${userId}/role`, "not for your role");
});
