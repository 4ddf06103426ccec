import { KIND_LABELS, type Kind, kindOf } from "#app/documents/kind.ts";
import { languageOfLocale, STORE_LOCALES } from "./locales.ts";

/** The kinds of documents that a store asks for. */
export const KIT_KINDS = ["privacy", "terms", "eula", "child_safety"] as const;

export type KitKind = (typeof KIT_KINDS)[number];

export type KitDocument = {
	id: string;
	title: string;
	kind: Kind;
	/** Of its text, as far as it can be told. */
	language: string | null;
	url: string;
};

/**
 * What the owner chose: a kind, or a kind and a localization such as "privacy:zh-Hant", to the id of
 * a document.
 */
export type Choices = Record<string, string>;

export type Pick = {
	document: KitDocument | null;
	/** How many documents could stand there while the owner has not chosen one; else 0. */
	undecided: number;
};

/** A choice between documents. */
export type Question = {
	key: string;
	label: string;
	options: { value: string; label: string }[];
	chosen: string;
};

/** Returns the documents with the kind that their title or their owner gives them. */
export function withKind<T extends { kind: string | null; title: string }>(documents: T[]) {
	return documents.map((document) => ({ ...document, kind: kindOf(document) }));
}

/** Picks the document of a kind: the chosen one, or the first that was published. */
export function pick(documents: KitDocument[], kind: KitKind, choices: Choices): Pick {
	return pickAmong(
		documents.filter((document) => document.kind === kind),
		choices[kind],
	);
}

/** Picks the document for a localization: one in its language, or else that of the kind. */
export function pickFor(
	documents: KitDocument[],
	kind: KitKind,
	locale: string,
	choices: Choices,
): Pick {
	const main = pick(documents, kind, choices);
	const candidates = inLanguage(documents, kind, locale);
	if (candidates.length === 0) return main;
	const isMainOne = candidates.some(({ id }) => id === main.document?.id);
	return pickAmong(
		candidates,
		choices[`${kind}:${locale}`] ?? (isMainOne ? main.document?.id : undefined),
	);
}

/**
 * Returns the choices that the owner has: wherever more than one document could stand.
 * `kindsPerLocale` are those of which each localization may have its own.
 */
export function questionsOf(
	documents: KitDocument[],
	locales: string[],
	kindsPerLocale: KitKind[],
	choices: Choices,
): Question[] {
	const questions: Question[] = [];
	const ask = (key: string, label: string, candidates: KitDocument[], picked: Pick) => {
		if (candidates.length < 2) return;
		const options = candidates.map(({ id, title, language }) => ({
			value: id,
			label: language ? `${title} (${languageName(language)})` : title,
		}));
		questions.push({ key, label, options, chosen: picked.document?.id ?? "" });
	};
	for (const kind of KIT_KINDS) {
		const ofKind = documents.filter((document) => document.kind === kind);
		ask(kind, KIND_LABELS[kind], ofKind, pick(documents, kind, choices));
	}
	for (const locale of locales) {
		for (const kind of kindsPerLocale) {
			if (isAnswered(documents, kind, locale, locales, choices)) continue;
			ask(
				`${kind}:${locale}`,
				`${KIND_LABELS[kind]}, ${STORE_LOCALES[locale]}`,
				inLanguage(documents, kind, locale),
				pickFor(documents, kind, locale, choices),
			);
		}
	}
	return questions;
}

/** Whether the choice for a kind is that for the localization: no other one shares its language. */
function isAnswered(
	documents: KitDocument[],
	kind: KitKind,
	locale: string,
	locales: string[],
	choices: Choices,
): boolean {
	const language = languageOfLocale(locale);
	const isShared = locales.filter((one) => languageOfLocale(one) === language).length > 1;
	return !isShared && pick(documents, kind, choices).document?.language === language;
}

/** Returns the stored choices; anything else than an object of texts is none. */
export function readChoices(stored: string): Choices {
	const choices: unknown = JSON.parse(stored);
	if (typeof choices !== "object" || choices === null) return {};
	return Object.fromEntries(Object.entries(choices).filter(([, id]) => typeof id === "string"));
}

/** Returns a language's name in English. */
export function languageName(language: string): string {
	return LANGUAGE_NAMES.of(language) ?? language;
}

const LANGUAGE_NAMES = new Intl.DisplayNames("en", { type: "language" });

function inLanguage(documents: KitDocument[], kind: KitKind, locale: string): KitDocument[] {
	const language = languageOfLocale(locale);
	return documents.filter((document) => document.kind === kind && document.language === language);
}

function pickAmong(candidates: KitDocument[], chosenId: string | undefined): Pick {
	const chosen = candidates.find(({ id }) => id === chosenId);
	if (chosen) return { document: chosen, undecided: 0 };
	return {
		document: candidates[0] ?? null,
		undecided: candidates.length > 1 ? candidates.length : 0,
	};
}
