import { parseFields } from "#app/forms/form-content.server.ts";
import type { FormField } from "#app/forms/form-rules.ts";
import { paths } from "#app/paths.ts";
import { fits } from "#app/platform/db/condition.ts";
import { db } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import {
	type AccountRow,
	type AppRow,
	hasLiveApp,
	readAccount,
	readAlias,
	readAppOf,
	readFields,
	readPageSlug,
} from "./address.sql.ts";
import { SITE_SCOPE } from "./alias.server.ts";
import {
	type AppPage,
	type DocumentPage,
	type FormPage,
	readLiveApp,
	readLiveDocument,
	readLiveForm,
} from "./live-page.sql.ts";
import { liveApp, openAccount, publicApp, publicForm } from "./visibility.ts";

const GONE = {
	app: "This app was taken down by its developer.",
	form: "This form was taken down by its developer.",
	document: "This document was taken down by its developer.",
};

/**
 * Where a public address leads. `missing` means that nothing was ever there, `gone` that it was
 * taken down. Both carry the text for the visitor, and the app, if it is there.
 */
export type Resolved<T> =
	| { outcome: "found"; page: T }
	| { outcome: "moved"; path: string }
	| {
			outcome: "missing" | "gone";
			text: string;
			app?: { name: string; path: string };
			/** Where to write instead, if the page says so. */
			contactEmail?: string | null;
	  };

/** Returns the absolute URL of a public path. */
export function publicUrl(path: string): string {
	return env.appUrl + path;
}

/**
 * Resolves `/{account}/{app}`, to one of the pages that list what it publishes. Earlier slugs of
 * either lead to the present address.
 */
export async function resolveApp(
	accountSlug: string,
	appSlug: string,
	number = 1,
): Promise<Resolved<AppPage>> {
	const page = readLiveApp(accountSlug, appSlug, number);
	if (page) return { outcome: "found", page };
	const found = findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	return { outcome: "moved", path: paths.visitor.app(found.account.accountName, found.app.slug) };
}

/** Resolves `/{account}/{app}/{document}`. Any mix of earlier slugs leads to the present one. */
export function resolveDocument(
	accountSlug: string,
	appSlug: string,
	documentSlug: string,
): Promise<Resolved<DocumentPage>> {
	return resolveDocumentAs(readLiveDocument, accountSlug, appSlug, documentSlug);
}

/** Resolves a document's address to what `read` returns for the canonical one. */
export async function resolveDocumentAs<T>(
	read: (accountSlug: string, appSlug: string, documentSlug: string) => T | null,
	accountSlug: string,
	appSlug: string,
	documentSlug: string,
): Promise<Resolved<T>> {
	const page = read(accountSlug, appSlug, documentSlug);
	if (page) return { outcome: "found", page };
	const found = findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	const { account, app } = found;
	const unknown = `Document "${documentSlug}" not found in app "${app.name}"`;
	return resolveInApp("document", account.accountName, app, documentSlug, unknown);
}

/** Resolves `/{account}/{app}/forms/{form}` as resolveDocument does. */
export async function resolveForm(
	accountSlug: string,
	appSlug: string,
	formSlug: string,
): Promise<Resolved<FormPage>> {
	const page = readLiveForm(accountSlug, appSlug, formSlug);
	if (page) return { outcome: "found", page };
	const found = findApp(accountSlug, appSlug);
	if (found.outcome !== "found") return found;
	const { account, app } = found;
	return resolveInApp("form", account.accountName, app, formSlug, "Form not found");
}

/** Returns the fields of a form that was taken down, for whoever is filling it in, or none. */
export function readFormerFields(
	accountSlug: string,
	appSlug: string,
	formSlug: string,
): FormField[] {
	const app = findAppRow(accountSlug, appSlug);
	if (!app) return [];
	const id = readAlias({ kind: "form", scopeId: app.id, slug: formSlug });
	return parseFields(readFields(app.id, { slug: formSlug, id }) ?? "[]");
}

/** Returns the app that an address leads to, in the trash or not; null if there is none. */
export function findAppRow(accountSlug: string, appSlug: string): AppRow | null {
	const account = findAccount(accountSlug);
	if (!account || account === "gone") return null;
	const app = readAppOf(account.id, "slug", appSlug) ?? followAppAlias(account.id, appSlug);
	return app === "gone" ? null : app;
}

/** Resolves the older shape `/form/{appId}/{formId}`. */
export async function resolveOldForm(appId: string, formId: string): Promise<Resolved<never>> {
	const form = await db.form.findFirst({
		where: { id: formId, appId, kind: "support" },
		select: { kind: true, slug: true, deletedAt: true, app: { select: appWithAccount } },
	});
	if (await wentWithAccount(appId)) return gone(GONE.form);
	const account = form && nameOfOpen(form.app.user);
	if (!account) return missing("Form not found");
	if (!fits(publicForm, form)) return gone(GONE.form);
	return { outcome: "moved", path: paths.visitor.form(account, form.app.slug, form.slug) };
}

/** Resolves the older shape `/doc/{appId}/{slug}`. */
export async function resolveOldDocument(
	appId: string,
	documentSlug: string,
): Promise<Resolved<never>> {
	const app = await db.app.findUnique({ where: { id: appId }, select: appWithAccount });
	if (await wentWithAccount(appId)) return gone(GONE.app);
	const account = app && nameOfOpen(app.user);
	if (!account) return missing("Document not found");
	if (!fits(publicApp, app)) return gone(GONE.app);
	return resolveInApp("document", account, app, documentSlug, "Document not found");
}

/** Whether an app's account was deleted. Once its rows are erased, only the alias tells. */
async function wentWithAccount(appId: string): Promise<boolean> {
	const app = await db.app.findUnique({
		where: { id: appId },
		select: { user: { select: { deletedAt: true } } },
	});
	if (app) return app.user.deletedAt !== null;
	return (await db.alias.count({ where: { kind: "app", targetId: appId } })) > 0;
}

function findApp(accountSlug: string, appSlug: string) {
	const account = findAccount(accountSlug);
	if (!account) return missing(`Account "${accountSlug}" not found`);
	if (account === "gone") return gone(GONE.app);
	const app = readAppOf(account.id, "slug", appSlug) ?? followAppAlias(account.id, appSlug);
	if (app === "gone" || (app && !fits(liveApp, app))) return gone(GONE.app);
	if (app) return { outcome: "found" as const, account, app };
	if (!hasLiveApp(account.id)) return missing("Apps not found for this account");
	return missing(`App "${appSlug}" not found for account "${accountSlug}"`);
}

function missing(text: string) {
	return { outcome: "missing" as const, text };
}

function gone(text: string) {
	return { outcome: "gone" as const, text };
}

/** Treats a suspended account as unknown: strangers learn nothing of it, and it may come back. */
function findAccount(slug: string): { id: string; accountName: string } | "gone" | null {
	let user = readAccount("accountName", slug);
	if (!user) {
		const id = readAlias({ kind: "account", scopeId: SITE_SCOPE, slug });
		if (id === null) return null;
		user = readAccount("id", id);
	}
	const accountName = user && nameOfOpen(user);
	if (user && accountName) return { id: user.id, accountName };
	return user?.suspendedAt ? null : "gone";
}

function nameOfOpen(user: Omit<AccountRow, "id">): string | null {
	return fits(openAccount, user) ? user.accountName : null;
}

const appWithAccount = {
	id: true,
	name: true,
	slug: true,
	deletedAt: true,
	user: { select: { accountName: true, suspendedAt: true, deletedAt: true } },
} as const;

function followAppAlias(userId: string, slug: string): AppRow | "gone" | null {
	const id = readAlias({ kind: "app", scopeId: userId, slug });
	return id === null ? null : (readAppOf(userId, "id", id) ?? "gone");
}

/** Resolves a slug, the present one or an earlier one, of a document or a form. */
function resolveInApp(
	kind: "document" | "form",
	account: string,
	app: { id: string; name: string; slug: string },
	slug: string,
	unknown: string,
): Resolved<never> {
	const found = { app: { name: app.name, path: paths.visitor.app(account, app.slug) } };
	const present = readPageSlug(kind, app.id, "slug", slug) ?? followInApp(kind, app.id, slug);
	if (present === null) return { ...missing(unknown), ...found };
	if (present === "") return { ...gone(GONE[kind]), ...found };
	return { outcome: "moved", path: paths.visitor[kind](account, app.slug, present) };
}

/** Returns the present slug that an earlier one leads to, "" for what is gone, null for none. */
function followInApp(kind: "document" | "form", appId: string, slug: string): string | null {
	const id = readAlias({ kind, scopeId: appId, slug });
	return id === null ? null : (readPageSlug(kind, appId, "id", id) ?? "");
}
