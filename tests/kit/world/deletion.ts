import type { AppAccess } from "#app/accounts/access.server.ts";
import { findDeletionPage, saveDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import type { DeletionPageSave } from "#app/deletion-requests/schema.ts";

/** What an owner fills in to open a deletion page. */
export function deletionTexts(traits: Partial<DeletionPageSave> = {}): DeletionPageSave {
	return {
		steps: "Open Settings › Account and press “Delete account”.",
		deleted: "Your name and address\nYour notes",
		kept: "Invoices, for ten years.",
		identifierLabel: "",
		days: 30,
		offersPart: false,
		revision: 0,
		...traits,
	};
}

/** Opens the deletion page of an app. */
export async function openDeletionPage(access: AppAccess, traits: Partial<DeletionPageSave> = {}) {
	await saveDeletionPage(access, deletionTexts(traits));
	const page = await findDeletionPage(access);
	if (!page) throw new Error("The new deletion page is not there");
	return page;
}
