import { sqlOf } from "#app/platform/db/condition.ts";
import { readRow } from "#app/platform/db/db.server.ts";
import type { Slug } from "./alias.server.ts";
import { liveApp, liveDocument, liveForm } from "./visibility.ts";

/** Times are texts, or null. */
export type AccountRow = {
	id: string;
	accountName: string | null;
	suspendedAt: string | Date | null;
	deletedAt: string | Date | null;
};

export type AppRow = {
	id: string;
	name: string;
	slug: string;
	contactEmail: string | null;
	deletedAt: string | Date | null;
};

const ACCOUNT = "SELECT id, accountName, suspendedAt, deletedAt FROM User WHERE";
const APP = "SELECT id, name, slug, contactEmail, deletedAt FROM App WHERE userId = ? AND";

export function readAccount(by: "id" | "accountName", value: string): AccountRow | undefined {
	return readRow(`${ACCOUNT} ${by} = ?`, [value]);
}

export function readAppOf(userId: string, by: "id" | "slug", value: string): AppRow | undefined {
	return readRow(`${APP} ${by} = ?`, [userId, value]);
}

export function hasLiveApp(userId: string): boolean {
	const sql = `SELECT 1 FROM App a WHERE a.userId = ? AND ${sqlOf(liveApp, "a")} LIMIT 1`;
	return readRow(sql, [userId]) !== undefined;
}

/** Returns the id that an earlier slug leads to, or null. */
export function readAlias({ kind, scopeId, slug }: Slug): string | null {
	const sql = "SELECT targetId FROM Alias WHERE kind = ? AND scopeId = ? AND slug = ?";
	return readRow<{ targetId: string }>(sql, [kind, scopeId, slug])?.targetId ?? null;
}

const FIELDS =
	"SELECT fields FROM Form WHERE kind = 'support' AND appId = ? AND (slug = ? OR id = ?)";

/** Returns the fields of an app's form, deleted or not, as they are stored. */
export function readFields(
	appId: string,
	{ slug, id }: { slug: string; id: string | null },
): string | undefined {
	return readRow<{ fields: string }>(FIELDS, [appId, slug, id])?.fields;
}

const PAGES = {
	document: `FROM Document p WHERE ${sqlOf(liveDocument, "p")}`,
	form: `FROM Form p WHERE ${sqlOf(liveForm, "p")}`,
};

/** Returns the slug of an app's live document or form. */
export function readPageSlug(
	kind: keyof typeof PAGES,
	appId: string,
	by: "id" | "slug",
	value: string,
): string | null {
	const sql = `SELECT p.slug ${PAGES[kind]} AND p.appId = ? AND p.${by} = ?`;
	return readRow<{ slug: string }>(sql, [appId, value])?.slug ?? null;
}
