import type { Kind } from "#app/documents/kind.ts";
import { type Flat, flatten } from "./blocks.ts";
import { type About, CHECK_IDS, type Finding, type Findings } from "./finding.ts";
import { findPlaceholders } from "./placeholders.ts";
import {
	checkContact,
	checkGenerator,
	checkLanguage,
	checkNames,
	checkTitle,
	findBadLinks,
	findOtherApps,
	readLanguages,
} from "./plain-checks.ts";
import {
	checkAi,
	checkChildSafety,
	checkDates,
	checkStatements,
	checkSubscription,
} from "./word-checks.ts";
import { hasWords } from "./words.ts";

const WITH_CONTACT = new Set<Kind>(["privacy", "terms", "child_safety"]);

/**
 * Checks a text: `html` is its page, `source` is as its author wrote it. Pure: the same text gives
 * the same findings, in the order of `CHECK_IDS` and of their places.
 */
export default function checkText(
	html: string,
	{ source, ...about }: About & { source: string },
): Findings {
	const flat = flatten(html);
	const languages = readLanguages(flat);
	const language = hasWords(languages.most) ? languages.most : null;
	const findings = [
		...findPlaceholders(flat, source),
		...findOtherApps(flat, about),
		...findBadLinks(flat, source),
		checkNames(flat, about),
		...checkDates(flat, language, about),
		...checkGenerator(flat),
		...checkLanguage(languages),
		...ofKind(flat, language, about),
	];
	const order = (finding: Finding) => CHECK_IDS.indexOf(finding.id);
	return {
		language: languages.most,
		hasWords: language !== null,
		findings: findings.sort((one, other) => order(one) - order(other)),
	};
}

function ofKind(
	flat: Flat,
	language: Parameters<typeof checkStatements>[1] | null,
	about: About,
): Finding[] {
	const { kind } = about;
	return [
		...(WITH_CONTACT.has(kind) ? [checkContact(flat)] : []),
		...(kind === "privacy" ? [checkTitle(about, language !== null)] : []),
		...(language === null ? [] : wordsOfKind(flat, language, about)),
	];
}

function wordsOfKind(
	flat: Flat,
	language: Parameters<typeof checkStatements>[1],
	about: About,
): Finding[] {
	switch (about.kind) {
		case "privacy":
			return [...checkStatements(flat, language, about), ...checkAi(flat, language)];
		case "terms":
		case "eula":
			return checkSubscription(flat, language);
		case "child_safety":
			return checkChildSafety(flat, language);
		default:
			return [];
	}
}
