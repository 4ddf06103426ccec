import { formatLongDate } from "#app/platform/time.ts";
import { type KitKind, languageName, type Pick, pickFor, questionsOf } from "./choices.ts";
import { codeLines } from "./code-lines.ts";
import { type Kit, type NamedAccess, readKit } from "./kit.server.ts";
import { listDate } from "./list.ts";
import { languageOfLocale, STORE_LOCALES } from "./locales.ts";
import { type KitRow, kindsPerLocale, kitRows, STANDARD_EULA, termsKind } from "./rows.ts";
import type { Store } from "./store-field.ts";

const STORES: { store: Store; title: string }[] = [
	{ store: "app-store", title: "App Store" },
	{ store: "google-play", title: "Google Play" },
	{ store: "elsewhere", title: "Elsewhere" },
	{ store: "in-your-app", title: "In your app" },
];

/** An address in the table of languages, marked with its language where that is another one. */
export type LocaleCell = { url: string; mark: string | null } | null;

export type LocaleRow = { code: string; name: string; privacy: LocaleCell; terms: LocaleCell };

/** Returns all that the page of an app's store kit shows. */
export async function readKitPage(access: NamedAccess) {
	const kit = await readKit(access);
	const { facts, documents, locales, choices } = kit;
	const rows = kitRows(facts);
	const privacy = facts.documents.privacy.document;
	return {
		listDate: formatLongDate(listDate()),
		sections: STORES.map(({ store, title }) => ({
			...{ id: store, title },
			rows: rows.filter((row) => row.store === store),
		})),
		missing: rows.filter(isUrgent).map(({ id, name, place }) => ({ id, name, at: place[0] ?? "" })),
		questions: questionsOf(documents, locales, kindsPerLocale(facts), choices),
		hubUrl: facts.hubUrl,
		privacyUrl: privacy?.url ?? null,
		codeLines: privacy ? codeLines(privacy.url) : [],
		localeRows: locales.map((code) => localeRow(kit, code)),
		storeLocales: Object.entries(STORE_LOCALES).map(([code, name]) => ({
			...{ code, name },
			isChosen: locales.includes(code),
		})),
	};
}

/** Whether every app needs it, and it isn't there or isn't right. */
function isUrgent({ isRequired, state }: KitRow): boolean {
	return isRequired === true && state !== "ready";
}

function localeRow({ facts, documents, choices }: Kit, code: string): LocaleRow {
	const cellFor = (kind: KitKind) => cellOf(pickFor(documents, kind, code, choices), code);
	return {
		...{ code, name: STORE_LOCALES[code] ?? code },
		privacy: cellFor("privacy"),
		terms: cellFor(termsKind(facts)) ?? { url: STANDARD_EULA, mark: languageName("en") },
	};
}

function cellOf({ document }: Pick, locale: string): LocaleCell {
	if (!document) return null;
	const { url, language } = document;
	const isOther = language !== null && language !== languageOfLocale(locale);
	return { url, mark: isOther ? languageName(language) : null };
}
