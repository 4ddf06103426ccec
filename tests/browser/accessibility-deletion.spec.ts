import { expectSoundErrors, visit } from "../kit/browser/axe.ts";
import { test } from "../kit/browser/e2e.ts";

test("the pages of deletion requests, of both sides", async ({ page, signInAs, factories }) => {
	const { createDeletionRequest } = await import("../kit/world/deletion-request.ts");
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const path = `/app/${app.appId}/deletions`;
	await visit(page, path, "no deletion requests");
	const late = await createDeletionRequest(app, { open: false });
	const request = await createDeletionRequest(app);
	await transaction((tx) =>
		tx.deletionRequest.update({
			where: { number: late.number },
			data: { dueAt: new Date(Date.now() - 3 * 86_400_000) },
		}),
	);
	await visit(page, path, "deletion requests");
	await visit(page, `/app/${app.appId}/forms/submissions`, "messages with deletion requests");
	await visit(page, "/dashboard", "the dashboard with deletion requests");
	await visit(page, `/admin/conversation/${late.submissionId}`, "a late deletion request");
	await visit(page, late.statusPath, "status, late");
	await visit(page, `${request.statusPath}/taking-back`, "taking back");
	await visit(page, `/conversation/${late.conversationToken}`, "its conversation, after the hour");
	await visit(page, "/deletion-status/1.cut", "a cut status address");
	const ids = `${path}/${late.number}`;
	await visit(page, `${ids}/done`, "deleted: tell them");
	await visit(page, `${ids}/refusal`, "refusing a request");
	await expectSoundErrors(page, "Refuse and tell them", "refusing without a reason");
	await page.getByLabel("Reason").fill("It is not your account.");
	await page.getByRole("button", { name: "Refuse and tell them" }).click();
	await page.getByText("gets a mail that says").waitFor();
	await visit(page, late.statusPath, "status, refused");
	await visit(page, `${path}?show=answered`, "answered requests");
});
