import type { CheckId } from "./finding.ts";
import { anyOf } from "./patterns.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { fr } from "./words/fr.ts";
import { it } from "./words/it.ts";
import { ja } from "./words/ja.ts";
import { pt } from "./words/pt.ts";

/**
 * What texts in a language say, as patterns of `anyOf`. A list errs towards finding: a check that
 * misses what is there makes its reader doubt a good text.
 */
export type Words = Record<keyof typeof en, string[]>;

const LISTS = { en, de, fr, es, pt, it, ja } satisfies Record<string, Words>;

const compiled = new Map<string, RegExp>();

/** Returns whether there are word lists for a language. */
export function hasWords(language: string | null): language is keyof typeof LISTS {
	return language !== null && Object.hasOwn(LISTS, language);
}

/** Returns the pattern for what a language's list names. */
export function wordsFor(language: keyof typeof LISTS, name: keyof Words): RegExp {
	const key = `${language} ${name}`;
	const pattern = compiled.get(key) ?? anyOf(LISTS[language][name]);
	compiled.set(key, pattern);
	return pattern;
}

/** The checks that look for one statement, and the list with its words. */
export const STATEMENTS: Partial<Record<CheckId, keyof Words>> = {
	"data-collected": "collected",
	"data-use": "use",
	"third-parties": "thirdParties",
	security: "security",
	retention: "retention",
	deletion: "deletion",
	consent: "consent",
	"equal-protection": "equalProtection",
	children: "children",
};
