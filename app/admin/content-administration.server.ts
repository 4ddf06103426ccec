import type { AdminAccess } from "#app/accounts/access.server.ts";
import {
	type Resolved,
	resolveApp,
	resolveDocument,
	resolveForm,
	resolveOldDocument,
	resolveOldForm,
} from "#app/addresses/address.server.ts";
import { slugify } from "#app/addresses/slug.ts";
import { publicApp } from "#app/addresses/visibility.ts";
import { parseFields } from "#app/forms/form-content.server.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { type Keyset, olderThan, pageOf } from "#app/platform/db/keyset.ts";
import { sizesOf } from "./content-size.sql.ts";

const CONTENT_A_PAGE = 50;
const APPS_SEARCHED = 500;
export type ContentKind = "documents" | "forms";

/** A document or form. `path` is null where `hiddenBy` keeps the page from being public. */
export type ListedContent = {
	id: string;
	title: string;
	path: string | null;
	hiddenBy: "trash" | "suspension" | null;
	size: string;
	createdAt: Date;
	appName: string;
	userId: string;
	email: string;
};

/** Whose an address is. `appName` is null where it leads to no app. */
export type Place = { appName: string | null; userId: string; email: string };

const appColumns = {
	select: {
		name: true,
		slug: true,
		deletedAt: true,
		user: {
			select: { id: true, email: true, accountName: true, suspendedAt: true, deletedAt: true },
		},
	},
} as const;

type App = Prisma.AppGetPayload<typeof appColumns>;

const columns = {
	documents: { id: true, title: true, slug: true, createdAt: true, app: appColumns },
	forms: { id: true, title: true, slug: true, createdAt: true, fields: true, app: appColumns },
} as const;

type DocumentRow = Prisma.DocumentGetPayload<{ select: typeof columns.documents }>;
type FormRow = Prisma.FormGetPayload<{ select: typeof columns.forms }>;
type Order = Prisma.DocumentOrderByWithRelationInput[] & Prisma.FormOrderByWithRelationInput[];

const NEWEST_FIRST: Order = [{ createdAt: "desc" }, { id: "desc" }];

/** Returns 50 documents or forms, newest first, and the cursor of the next page. */
export async function listContent(
	_access: AdminAccess,
	kind: ContentKind,
	before: Keyset | null,
): Promise<{ rows: ListedContent[]; next: string | null }> {
	return pageOf(await find(kind, olderThan(before), NEWEST_FIRST), CONTENT_A_PAGE);
}

/**
 * Returns up to 50 documents or forms. The address of a page or an app, present or earlier, finds
 * that page or everything in that app; an account's present one, everything in its apps. Any other
 * text finds titles that begin with it, compared as slugs. Equal slugs come newest first. `hasMore`
 * says whether there are more, and `place` whose the address is, also if nothing is there.
 */
export async function searchContent(
	_access: AdminAccess,
	kind: ContentKind,
	query: string,
): Promise<{ rows: ListedContent[]; hasMore: boolean; place: Place | null }> {
	const address = readAddress(query);
	const { where, place } = address
		? await atAddress(await presentAddress(address))
		: { where: titled(query), place: null };
	if (!where) return { rows: [], hasMore: false, place };
	const found = await find(kind, where, [{ slug: "asc" }, ...NEWEST_FIRST]);
	return { rows: found.slice(0, CONTENT_A_PAGE), hasMore: found.length > CONTENT_A_PAGE, place };
}

/** Returns what a page shows, and one more if there is one. */
async function find(
	kind: ContentKind,
	where: Prisma.DocumentWhereInput & Prisma.FormWhereInput,
	orderBy: Order,
): Promise<ListedContent[]> {
	const page = { where: { ...where, deletedAt: null }, orderBy, take: CONTENT_A_PAGE + 1 };
	if (kind === "forms") {
		const forms = await db.form.findMany({
			...page,
			where: { ...page.where, kind: "support" },
			select: columns.forms,
		});
		return forms.map(describeForm);
	}
	return describeDocuments(await db.document.findMany({ ...page, select: columns.documents }));
}

/** Returns the slugs of an address that begins with http:, https: or /, or null for other text. */
function readAddress(query: string): string[] | null {
	const path = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)/i.exec(query.trim())?.[1];
	const slugs = path
		?.toLowerCase()
		.split("/")
		.filter((slug) => slug !== "");
	return slugs && slugs.length > 0 ? slugs : null;
}

/** Returns the present slugs of an earlier or old-style address, and any others unchanged. */
async function presentAddress(slugs: string[]): Promise<string[]> {
	const resolved = await resolve(slugs);
	if (resolved.outcome === "moved") return readAddress(resolved.path) ?? slugs;
	const app = resolved.outcome === "found" ? undefined : resolved.app;
	return app ? [...(readAddress(app.path) ?? []), ...slugs.slice(2)] : slugs;
}

function resolve([account = "", app = "", page, form]: string[]): Promise<Resolved<unknown>> {
	if (account === "doc") return resolveOldDocument(app, page ?? "");
	if (account === "form") return resolveOldForm(app, page ?? "");
	if (page === undefined) return resolveApp(account, app);
	if (page === "forms" && form) return resolveForm(account, app, form);
	return resolveDocument(account, app, page);
}

async function atAddress(slugs: string[]) {
	const [accountName = "", slugOfApp, ...rest] = slugs;
	const slug = rest[0] === "forms" ? rest[1] : rest[0];
	const owner = await db.user.findUnique({
		where: { accountName },
		select: {
			...{ id: true, email: true },
			apps: {
				where: slugOfApp ? { slug: slugOfApp } : {},
				take: APPS_SEARCHED,
				select: { id: true, name: true },
			},
		},
	});
	if (!owner) return { where: null, place: null };
	const { id: userId, email, apps } = owner;
	const appName = slugOfApp ? (apps[0]?.name ?? null) : null;
	const where = { appId: { in: apps.map(({ id }) => id) }, ...(slug && { slug }) };
	return { where: apps.length > 0 ? where : null, place: { appName, userId, email } };
}

/** "~" sorts after every character of a slug. */
function titled(query: string) {
	const slug = slugify(query);
	return slug === "" ? null : { slug: { gte: slug, lt: `${slug}~` } };
}

function describeForm({ app, fields, slug, ...form }: FormRow): ListedContent {
	return {
		...form,
		...placeIn(app, (account) => paths.visitor.form(account, app.slug, slug)),
		size: plural(parseFields(fields).length, "field"),
	};
}

async function describeDocuments(documents: DocumentRow[]): Promise<ListedContent[]> {
	const sizes = await sizesOf(documents.map(({ id }) => id));
	return documents.map(({ app, slug, ...document }) => ({
		...document,
		...placeIn(app, (account) => paths.visitor.document(account, app.slug, slug)),
		size: `${((sizes.get(document.id) ?? 0) / 1_000).toFixed(1)} kB`,
	}));
}

/** Returns whose the page is, and its address or what hides it. */
function placeIn(app: App, pathOf: (account: string) => string) {
	const { id, email, accountName, suspendedAt } = app.user;
	const isPublic = accountName !== null && fits(publicApp, app);
	return {
		appName: app.name,
		userId: id,
		email,
		path: isPublic ? pathOf(accountName) : null,
		hiddenBy: suspendedAt ? ("suspension" as const) : app.deletedAt ? ("trash" as const) : null,
	};
}
