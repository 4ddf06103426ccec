import { clock } from "#app/platform/clock.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** What a slug was unique in: the site for an account, a user for an app, an app for a document or form. */
type AliasKind = "account" | "app" | "document" | "form";

type Slug = { kind: AliasKind; scopeId: string; slug: string };

export const SITE_SCOPE = "";

/**
 * Writes into the ledger that `slug` leads to `targetId` from now on, within the transaction of
 * the rename or the deletion. The latest holder of a slug wins.
 */
export async function keepAlias(
	tx: Transaction,
	{ targetId, ...key }: Slug & { targetId: string },
): Promise<void> {
	await tx.alias.upsert({
		where: { kind_scopeId_slug: key },
		update: { targetId },
		create: { ...key, targetId, createdAt: clock.now() },
	});
}

/** The id that an earlier slug leads to, or null. */
export async function followAlias(tx: Transaction, key: Slug): Promise<string | null> {
	const alias = await tx.alias.findUnique({
		where: { kind_scopeId_slug: key },
		select: { targetId: true },
	});
	return alias?.targetId ?? null;
}

/** What a slug or a name becomes in the trash: free for others, unique still. "~" is in no slug. */
export function tombstone(value: string, id: string): string {
	return `${value}~${id}`;
}

/** What a tombstone was made of; any other text is itself. */
export function untombstone(value: string, id: string): string {
	const end = tombstone("", id);
	return value.endsWith(end) ? value.slice(0, -end.length) : value;
}
