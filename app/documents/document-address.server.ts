import type { AppAccess } from "#app/accounts/access.server.ts";
import { uniqueSlug } from "#app/addresses/slug.ts";
import { isSlugTaken } from "#app/addresses/taken.sql.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { documentSlug, followsTitle, isReservedDocumentSlug } from "./document-rules.ts";

type Addressed = {
	title: string;
	/** The owner's choice. "": the address follows the title. Undefined: as it was. */
	slug?: string;
};

type Stored = { id: string; title: string; slug: string };

/**
 * Returns the slug of a document that is published or saved. An address that follows the title gets
 * -1, -2, … if another document has it. Throws Refusal if another one has the address that was chosen.
 */
export function chooseSlug(
	tx: Transaction,
	access: AppAccess,
	{ title, slug }: Addressed,
	stored?: Stored,
): string {
	const { appId } = access;
	if (slug) {
		if (!isSlugTaken(tx, "Document", { appId, slug, selfId: stored?.id })) return slug;
		throw new Refusal("Another document of this app has this address. Please choose another one.", {
			field: "slug",
		});
	}
	const isChosen = stored !== undefined && !followsTitle(stored);
	if (isChosen && slug === undefined) return stored.slug;
	// The slug stays unless the title changes it, even if a slug without a suffix is free now.
	const base = documentSlug(title);
	if (stored && !isChosen && base === documentSlug(stored.title)) return stored.slug;
	return freeSlug(tx, access, base, stored?.id);
}

/** Returns the slug, with the next free suffix if another document of the app has it. */
export function freeSlug(
	tx: Transaction,
	{ appId }: AppAccess,
	wanted: string,
	selfId?: string,
): string {
	return uniqueSlug(
		wanted,
		(slug) => isReservedDocumentSlug(slug) || isSlugTaken(tx, "Document", { appId, slug, selfId }),
	);
}
