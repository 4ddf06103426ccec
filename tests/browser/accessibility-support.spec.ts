import { expectSound, expectSoundErrors, press, visit } from "../kit/browser/axe.ts";
import { expect, test } from "../kit/browser/e2e.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);

async function support() {
	return import("../kit/world/support.ts");
}

test.beforeEach(async ({ server: _ }) => {
	const { resetSupportForm } = await support();
	await resetSupportForm();
});

test("the support page in each of its states", async ({ page }) => {
	const { alterSupportForm } = await support();
	await visit(page, "/support");
	await expectSoundErrors(page, "Send Message", "with errors");
	const { sentReceipt } = await import("#app/platform/crypto/sent-receipt.server.ts");
	await visit(page, `/support${sentReceipt("support")}`, "sent");
	await alterSupportForm({ isActive: false });
	await visit(page, "/support", "unavailable");
});

test("the page that reports another, in each of its states", async ({ page, signInAs }) => {
	const { createWorld } = await import("../kit/world/world.ts");
	const { document } = await createWorld();
	await visit(page, `/report?page=${document.path}`);
	await expectSoundErrors(page, "Send report", "with errors");
	await visit(page, "/report?page=/no/such", "unknown page");
	const { createSupportSubmission } = await support();
	const { id } = await createSupportSubmission();
	await signInAs({ adminRole: "support" });
	await visit(page, `/admin/support/${id}`);
	await expectSoundErrors(page, "Send reply", "a reply with errors");
});

test("the form over the help page", async ({ page }) => {
	await page.goto("/help");
	await page.getByRole("button", { name: "Contact Support" }).click();
	await expectSound(page, "the dialog", page.getByRole("dialog"));
});

test("the operators' list, a message and its form", async ({ page, signInAs }) => {
	const { createSupportSubmission } = await support();
	const user = await signInAs({ adminRole: "super_admin" });
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.supportSubmission.deleteMany());
	await visit(page, "/admin/support", "no messages");
	const { id } = await createSupportSubmission({
		userId: user.userId,
		name: LONG,
		subject: LONG,
		message: `Look:\n${LONG}`,
		tags: ["billing", LONG.slice(0, 40)],
		status: "in_progress",
		priority: "urgent",
	});
	for (let at = 0; at < 10; at += 1) await createSupportSubmission({ priority: "high" });
	await visit(page, "/admin/support", "messages");
	await visit(page, "/admin/support?q=nobody-at-all", "nothing found");
	await visit(page, `/admin/support/${id}`, "a message");
	await page.getByLabel("New tag").fill(LONG);
	await expectSoundErrors(page, "Add", "a message with errors");

	await visit(page, "/admin/support/form");
	await page.getByRole("button", { name: "Add Field" }).click();
	await expect(page.locator(".field-editor")).toHaveCount(5);
	await page.getByLabel("Notification email").fill("nobody");
	await expectSoundErrors(page, "Save support form", "the builder with errors");
	await press(page, "Preview");
	await expectSound(page, "the preview", page.getByRole("region", { name: "Preview" }));
	await visit(page, "/admin/support/form/state", "before it is closed");
	await press(page, "Deactivate");
	await expectSound(
		page,
		"the builder of a closed form",
		page.getByText("Inactive", { exact: true }),
	);
	await visit(page, "/admin/support/form/state", "before it is opened");
});
