import { paths } from "#app/paths.ts";
import { db } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { followAlias, SITE_SCOPE } from "./alias.server.ts";
import { type FormPage, readLiveForm } from "./live-page.server.ts";

const APP_GONE = "This app was taken down by its developer.";
const FORM_GONE = "This form was taken down by its developer.";
const DOCUMENT_GONE = "This document was taken down by its developer.";

/**
 * Where a public address leads. `missing` and `gone` carry the text for the visitor: nothing was
 * ever there, or it was and was taken down.
 */
export type Resolved<T> =
	| { outcome: "found"; page: T }
	| { outcome: "moved"; path: string }
	| { outcome: "missing" | "gone"; text: string };

type AppPage = Awaited<ReturnType<typeof findAppPage>>;
type DocumentPage = Awaited<ReturnType<typeof findDocumentPage>>;

/** The whole address of a public path. */
export function publicUrl(path: string): string {
	return env.appUrl + path;
}

/** Resolves `/{account}/{app}`; earlier names of either lead to the present address. */
export async function resolveApp(accountSlug: string, appSlug: string): Promise<Resolved<AppPage>> {
	const found = await findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	const { account, app } = found;
	if (account.accountName !== accountSlug || app.slug !== appSlug)
		return { outcome: "moved", path: paths.visitor.app(account.accountName, app.slug) };
	return { outcome: "found", page: await findAppPage(app.id) };
}

/** Resolves `/{account}/{app}/{document}`; any mix of earlier names leads to the present address. */
export async function resolveDocument(
	accountSlug: string,
	appSlug: string,
	documentSlug: string,
): Promise<Resolved<DocumentPage>> {
	const found = await findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	const { account, app } = found;
	const document = await findDocument(app.id, documentSlug);
	if (!document) return missing(`Document "${documentSlug}" not found in app "${app.name}"`);
	if (document === "gone") return gone(DOCUMENT_GONE);
	const path = paths.visitor.document(account.accountName, app.slug, document.slug);
	if (path !== paths.visitor.document(accountSlug, appSlug, documentSlug))
		return { outcome: "moved", path };
	return { outcome: "found", page: await findDocumentPage(document.id) };
}

/** Resolves `/{account}/{app}/forms/{form}`, as documents are resolved. */
export async function resolveForm(
	accountSlug: string,
	appSlug: string,
	formSlug: string,
): Promise<Resolved<FormPage>> {
	const page = readLiveForm(accountSlug, appSlug, formSlug);
	if (page) return { outcome: "found", page };
	const found = await findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	const { account, app } = found;
	const form = await findForm(app.id, formSlug);
	if (!form) return missing("Form not found");
	if (form === "gone") return gone(FORM_GONE);
	return { outcome: "moved", path: paths.visitor.form(account.accountName, app.slug, form.slug) };
}

/** The present path of the older shape `/form/{appId}/{formId}`. */
export async function resolveOldForm(appId: string, formId: string): Promise<Resolved<never>> {
	const form = await db.form.findFirst({
		where: { id: formId, appId, user: { suspendedAt: null } },
		select: {
			slug: true,
			deletedAt: true,
			app: { select: { slug: true, deletedAt: true, user: { select: { accountName: true } } } },
		},
	});
	if (await wentWithAccount(appId)) return gone(FORM_GONE);
	if (!form?.app.user.accountName) return missing("Form not found");
	if (form.deletedAt || form.app.deletedAt) return gone(FORM_GONE);
	return {
		outcome: "moved",
		path: paths.visitor.form(form.app.user.accountName, form.app.slug, form.slug),
	};
}

/** The present path of the older shape `/doc/{appId}/{slug}`. */
export async function resolveOldDocument(
	appId: string,
	documentSlug: string,
): Promise<Resolved<never>> {
	const app = await db.app.findUnique({
		where: { id: appId, user: { suspendedAt: null } },
		select: { deletedAt: true, slug: true, user: { select: { accountName: true } } },
	});
	if (await wentWithAccount(appId)) return gone(APP_GONE);
	if (!app?.user.accountName) return missing("Document not found");
	if (app.deletedAt) return gone(APP_GONE);
	const document = await findDocument(appId, documentSlug);
	if (!document) return missing("Document not found");
	if (document === "gone") return gone(DOCUMENT_GONE);
	return {
		outcome: "moved",
		path: paths.visitor.document(app.user.accountName, app.slug, document.slug),
	};
}

/** Whether an app's account was deleted, whose rows may be there still, or only the ledger. */
async function wentWithAccount(appId: string): Promise<boolean> {
	const app = await db.app.findUnique({
		where: { id: appId },
		select: { user: { select: { deletedAt: true } } },
	});
	if (app) return app.user.deletedAt !== null;
	return (await db.alias.count({ where: { kind: "app", targetId: appId } })) > 0;
}

async function findApp(accountSlug: string, appSlug: string) {
	const account = await findAccount(accountSlug);
	if (!account) return missing(`Account "${accountSlug}" not found`);
	if (account === "gone") return gone(APP_GONE);
	const app =
		(await db.app.findUnique({
			where: { userId_slug: { userId: account.id, slug: appSlug } },
			select: appFields,
		})) ?? (await followAppAlias(account.id, appSlug));
	if (app === "gone" || app?.deletedAt) return gone(APP_GONE);
	if (app) return { outcome: "found" as const, account, app };
	const apps = await db.app.count({ where: { userId: account.id, deletedAt: null } });
	if (apps === 0) return missing("Apps not found for this account");
	return missing(`App "${appSlug}" not found for account "${accountSlug}"`);
}

function missing(text: string) {
	return { outcome: "missing" as const, text };
}

function gone(text: string) {
	return { outcome: "gone" as const, text };
}

/** A suspended account is not found: nothing tells strangers of it, and everything comes back. */
async function findAccount(slug: string) {
	const select = { id: true, accountName: true, suspendedAt: true } as const;
	const user = await db.user.findUnique({ where: { accountName: slug }, select });
	if (user) return user.suspendedAt ? null : { id: user.id, accountName: slug };
	const userId = await followAlias(db, { kind: "account", scopeId: SITE_SCOPE, slug });
	if (!userId) return null;
	const renamed = await db.user.findUnique({ where: { id: userId }, select });
	if (renamed?.suspendedAt) return null;
	return renamed?.accountName ? { id: renamed.id, accountName: renamed.accountName } : "gone";
}

const appFields = { id: true, name: true, slug: true, deletedAt: true } as const;

async function followAppAlias(userId: string, slug: string) {
	const id = await followAlias(db, { kind: "app", scopeId: userId, slug });
	if (!id) return null;
	return (await db.app.findFirst({ where: { id, userId }, select: appFields })) ?? "gone";
}

async function findDocument(appId: string, slug: string) {
	const select = { id: true, slug: true, deletedAt: true } as const;
	const document = await db.document.findUnique({
		where: { appId_slug: { appId, slug } },
		select,
	});
	if (document && !document.deletedAt) return document;
	const id = await followAlias(db, { kind: "document", scopeId: appId, slug });
	if (!id) return null;
	const renamed = await db.document.findFirst({ where: { id, appId }, select });
	return renamed && !renamed.deletedAt ? renamed : "gone";
}

async function findForm(appId: string, slug: string) {
	const select = { id: true, slug: true, deletedAt: true } as const;
	const form = await db.form.findUnique({ where: { appId_slug: { appId, slug } }, select });
	if (form && !form.deletedAt) return form;
	const id = await followAlias(db, { kind: "form", scopeId: appId, slug });
	if (!id) return null;
	const renamed = await db.form.findFirst({ where: { id, appId }, select });
	return renamed && !renamed.deletedAt ? renamed : "gone";
}

function findAppPage(appId: string) {
	return db.app.findUniqueOrThrow({
		where: { id: appId, deletedAt: null },
		select: {
			name: true,
			slug: true,
			contactEmail: true,
			user: { select: { accountName: true } },
			documents: {
				where: { deletedAt: null },
				orderBy: [{ createdAt: "asc" }, { id: "asc" }],
				select: { title: true, slug: true, updatedAt: true },
			},
			forms: {
				where: { deletedAt: null },
				orderBy: [{ createdAt: "asc" }, { id: "asc" }],
				select: { title: true, slug: true },
			},
		},
	});
}

function findDocumentPage(documentId: string) {
	return db.document.findUniqueOrThrow({
		where: { id: documentId, deletedAt: null },
		select: {
			title: true,
			slug: true,
			html: true,
			headings: true,
			updatedAt: true,
			app: { select: { name: true, slug: true, user: { select: { accountName: true } } } },
		},
	});
}
