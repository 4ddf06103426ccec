import { plain, type Transaction } from "#app/platform/db/db.server.ts";

// Each is a lookup in a unique index. What is deleted has a tombstone, which nothing else can be.
const SLUGS = {
	Document: "SELECT 1 FROM Document WHERE appId = ? AND slug = ? AND id IS NOT ?",
	Form: "SELECT 1 FROM Form WHERE appId = ? AND slug = ? AND id IS NOT ?",
};

/** Returns whether another document, or another form, of the app has a slug. */
export function isSlugTaken(
	tx: Transaction,
	table: keyof typeof SLUGS,
	{ appId, slug, selfId }: { appId: string; slug: string; selfId?: string },
): boolean {
	return plain(tx).row(SLUGS[table], [appId, slug, selfId ?? null]) !== undefined;
}

const IN_ACCOUNT = {
	appSlug: "SELECT 1 FROM App WHERE userId = ? AND slug = ?",
	appName: "SELECT 1 FROM App WHERE userId = ? AND nameKey = ?",
	formTitle: "SELECT 1 FROM Form WHERE userId = ? AND titleKey = ?",
};

/** Returns whether an app of the account has a slug or a name, or a form a title, by its key. */
export function isTakenInAccount(
	tx: Transaction,
	userId: string,
	what: keyof typeof IN_ACCOUNT,
	key: string,
): boolean {
	return plain(tx).row(IN_ACCOUNT[what], [userId, key]) !== undefined;
}

const RELEASE_TITLES = `UPDATE Form SET titleKey = titleKey || '~' || id
	WHERE appId = ? AND userId = ? AND kind = 'support' AND deletedAt IS NULL`;

/** Gives every form of an app a tombstone for its title, so that the account may use it again. */
export function releaseFormTitles(
	tx: Transaction,
	{ appId, userId }: { appId: string; userId: string },
): void {
	plain(tx).run(RELEASE_TITLES, [appId, userId]);
}
