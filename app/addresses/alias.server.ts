import { clock } from "#app/platform/clock.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** An account's slug is unique in the site, an app's per user, a document's or form's per app. */
type AliasKind = "account" | "app" | "document" | "form";

export type Slug = { kind: AliasKind; scopeId: string; slug: string };

export const SITE_SCOPE = "";

/**
 * Makes the slug that a row has lead to its id from now on, within the transaction of the rename or
 * deletion. The latest holder of a slug wins.
 */
export async function keepAlias(
	tx: Transaction,
	kind: AliasKind,
	scopeId: string,
	{ id: targetId, slug }: { id: string; slug: string },
): Promise<void> {
	// Also when the slug is left again: the store kit reads here when that was.
	const left = { targetId, createdAt: clock.now() };
	await tx.alias.upsert({
		where: { kind_scopeId_slug: { kind, scopeId, slug } },
		update: left,
		create: { kind, scopeId, slug, ...left },
	});
}

/** Returns the id that an earlier slug leads to, or null. */
export async function followAlias(tx: Transaction, key: Slug): Promise<string | null> {
	const alias = await tx.alias.findUnique({
		where: { kind_scopeId_slug: key },
		select: { targetId: true },
	});
	return alias?.targetId ?? null;
}

/** Returns what a slug or name becomes in the trash: unique, and no slug, as it has a "~". */
export function tombstone(value: string, id: string): string {
	return `${value}~${id}`;
}

/** Returns the slug or name that a tombstone was made of; any other text unchanged. */
export function untombstone(value: string, id: string): string {
	const end = tombstone("", id);
	return value.endsWith(end) ? value.slice(0, -end.length) : value;
}
