import type { AppAccess } from "#app/accounts/access.server.ts";
import { submitForm } from "#app/conversations/submission.server.ts";
import { findDeletionPage, saveDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { verifyAddress } from "#app/deletion-requests/proof.server.ts";
import { resolveDeletionPage } from "#app/deletion-requests/public-page.server.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { mailedLink } from "./account.ts";

/** Opens an app's deletion page, unless it has one. */
export async function openPage(app: AppAccess): Promise<void> {
	if (await findDeletionPage(app)) return;
	await saveDeletionPage(app, {
		steps: `Open ${app.app.name} and go to Settings.\nChoose Account.\nChoose “Delete account” and confirm.`,
		deleted:
			"Your account: your name, your e-mail address and your password\nYour plants, their photos and their reminders",
		kept: "Receipts of purchases, for ten years, because tax law asks for it\nBackups, which are overwritten after 30 days",
		identifierLabel: "",
		days: 30,
		offersPart: true,
		revision: 0,
	});
}

/** Asks for deletion as a visitor does, and proves the address. A repeat is the same request. */
export async function askForDeletion(app: AppAccess, email: string, note: string): Promise<void> {
	const resolved = await resolveDeletionPage(app.accountName ?? "", app.app.slug);
	if (resolved.outcome !== "found") return;
	const values = new Map(Object.entries({ email, scope: "My account and all its data", note }));
	const checked = checkAnswers(resolved.page.fields, values);
	if (!checked.ok) throw new Error("The demo's deletion page doesn't take the demo's answers.");
	await submitForm(resolved.page, checked.value, {
		question: { id: `demo ${email}`, expiresAt: later(clock.now(), 400 * DAY_MS) },
		clientAddress: email,
	});
	const link = await mailedLink(email, "/verify-submission");
	await verifyAddress(link.get("id") ?? "", link.get("token") ?? "");
}
