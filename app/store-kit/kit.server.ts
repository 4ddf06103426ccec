import type { AppAccess } from "#app/accounts/access.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { DELETION_SLUG } from "#app/addresses/reserved.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { findDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { paths } from "#app/paths.ts";
import { db } from "#app/platform/db/db.server.ts";
import { languageOfHtml } from "#app/platform/language.ts";
import {
	type Choices,
	KIT_KINDS,
	type KitDocument,
	type KitKind,
	type Pick,
	pick,
	readChoices,
	withKind,
} from "./choices.ts";
import { earlierPaths } from "./earlier.ts";
import { formerSlugs, hasOpenForm, listKitDocuments } from "./kit.sql.ts";
import { readLocales } from "./locales.ts";
import type { DeletionFacts, KitFacts } from "./rows.ts";

/** What an app's store kit is made of. */
export type Kit = {
	facts: KitFacts;
	/** The documents of the kinds that stores ask for, the first published first. */
	documents: KitDocument[];
	/** The App Store's localizations that the owner chose. */
	locales: string[];
	choices: Choices;
};

/** Who has an account name, and so public addresses. */
export type NamedAccess = AppAccess & { accountName: string };

/** Reads an app's store kit. Writes nothing. */
export async function readKit(access: NamedAccess): Promise<Kit> {
	const { appId, userId, accountName, app } = access;
	const { storeLocales, kitChoices, contactEmail, createdAt } = await db.app.findFirstOrThrow({
		where: { id: appId, userId, deletedAt: null },
		select: { storeLocales: true, kitChoices: true, contactEmail: true, createdAt: true },
	});
	const rows = withKind(listKitDocuments(access));
	const choices = readChoices(kitChoices);
	const documents = rows
		.filter(({ kind }) => (KIT_KINDS as readonly string[]).includes(kind))
		.map(({ id, title, kind, slug, beginning }) => ({
			...{ id, title, kind },
			language: languageOfHtml(beginning),
			url: publicUrl(paths.visitor.document(accountName, app.slug, slug)),
		}));
	const picked = Object.fromEntries(
		KIT_KINDS.map((kind) => [kind, pick(documents, kind, choices)]),
	) as Record<KitKind, Pick>;
	const hubUrl = publicUrl(paths.visitor.app(accountName, app.slug));
	const deletion = await readDeletion(access);
	const inPlace = rows.filter(({ id }) =>
		Object.values(picked).some(({ document }) => document?.id === id),
	);
	const facts: KitFacts = {
		appId,
		documents: picked,
		hasOthers: rows.some(({ kind }) => kind === "other"),
		hubUrl,
		contactEmail,
		takesMessages: hasOpenForm(access) && (await planOf(access)).hasForms,
		deletion,
		earlier: readEarlier(access, createdAt, inPlace, deletion),
	};
	return { facts, documents, locales: readLocales(JSON.parse(storeLocales)), choices };
}

type DatedDeletion = DeletionFacts & { createdAt: Date };

async function readDeletion(access: NamedAccess): Promise<DatedDeletion | null> {
	const page = await findDeletionPage(access);
	if (!page) return null;
	const { isOpen, offersPart, steps, createdAt } = page;
	const url = publicUrl(paths.visitor.deletion(access.accountName, access.app.slug));
	return { url, isOpen, offersPart, hasSteps: steps !== "", createdAt };
}

/** Returns the earlier addresses of the app's page, its deletion page and these documents. */
function readEarlier(
	{ appId, userId, accountName, app }: NamedAccess,
	appCreatedAt: Date,
	documents: { id: string; slug: string; createdAt: string }[],
	deletion: DatedDeletion | null,
): KitFacts["earlier"] {
	const above = [
		{ present: accountName, former: formerSlugs("account", userId) },
		{ present: app.slug, former: formerSlugs("app", appId) },
	];
	const urlsOf = (below: Parameters<typeof earlierPaths>[0], since: number) =>
		earlierPaths([...above, ...below], since).map(publicUrl);
	const earlier: KitFacts["earlier"] = {};
	earlier[publicUrl(paths.visitor.app(accountName, app.slug))] = urlsOf([], appCreatedAt.getTime());
	if (deletion) {
		const segment = { present: DELETION_SLUG, former: [] };
		earlier[deletion.url] = urlsOf([segment], deletion.createdAt.getTime());
	}
	for (const { id, slug, createdAt } of documents) {
		earlier[publicUrl(paths.visitor.document(accountName, app.slug, slug))] = urlsOf(
			[{ present: slug, former: formerSlugs("document", id) }],
			Date.parse(createdAt),
		);
	}
	return earlier;
}
