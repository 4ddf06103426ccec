import type { Flat } from "./blocks.ts";
import { findDates } from "./dates.ts";
import type { About, CheckId, Finding } from "./finding.ts";
import { placeOf } from "./patterns.ts";
import { findingAt } from "./plain-checks.ts";
import { STATEMENTS, type Words, wordsFor } from "./words.ts";

type Language = Parameters<typeof wordsFor>[0];

/** Nobody requires these by name of every text, so that their absence is only something to look at. */
const UNSURE = new Set<CheckId>(["equal-protection", "children"]);

/** Returns whether each statement that stores ask of a policy is in it. */
export function checkStatements(flat: Flat, language: Language, about: About): Finding[] {
	const statements = Object.entries(STATEMENTS) as [CheckId, keyof Words][];
	return statements.map(([id, list]) => {
		const index = placeOf(flat, wordsFor(language, list));
		const finding = findingAt(flat, id, index, UNSURE.has(id) ? "unsure" : "missing");
		return id === "deletion" ? withPage(flat, finding, about) : finding;
	});
}

/** A text that says how to ask for deletion should lead to the page for it, where there is one. */
function withPage(flat: Flat, finding: Finding, { deletionUrl }: About): Finding {
	if (deletionUrl === null) return finding;
	const link = flat.links.find(({ href }) => isSamePage(href, deletionUrl));
	if (link) return findingAt(flat, "deletion", link.at, "missing");
	if (flat.text.includes(deletionUrl)) return finding;
	return finding.state === "found" ? { ...finding, state: "unsure", detail: deletionUrl } : finding;
}

/** Returns whether a link leads to a page, wherever on it and with whatever query. */
function isSamePage(href: string, url: string): boolean {
	const link = URL.parse(href, url);
	return link !== null && link.origin + link.pathname.replace(/\/$/, "") === url;
}

const PROVIDERS =
	/(?<![a-z])(?:openai|chatgpt|gpt-?\d|(?:google |firebase )?gemini|anthropic|claude (?:ai|api)|mistral ai|deepseek|perplexity|llama \d|copilot|amazon bedrock|azure ai|apple intelligence|vertex ai|hugging ?face|stability ai|elevenlabs)/;

/** Apple wants third-party AI to be named, and permission to be asked (5.1.2). */
export function checkAi(flat: Flat, language: Language): Finding[] {
	const mention = placeOf(flat, wordsFor(language, "ai"));
	const provider = flat.lower.search(PROVIDERS);
	if (mention === -1 && provider === -1) return [];
	const asks = placeOf(flat, wordsFor(language, "permission")) !== -1;
	const at = provider === -1 ? mention : provider;
	const finding = findingAt(flat, "ai", at, "unsure");
	if (provider !== -1 && asks) return [finding];
	const detail = [...(provider === -1 ? ["who provides it"] : []), ...(asks ? [] : ["permission"])];
	return [{ ...finding, state: "unsure", detail: detail.join(" and ") }];
}

const SUBSCRIPTION: [part: string, keyof Words][] = [
	["the length", "length"],
	["the price", "price"],
	["that it renews itself", "renewal"],
	["how to cancel", "cancelling"],
];

/** Apple wants the terms of an auto-renewing subscription to state four things (3.1.2). */
export function checkSubscription(flat: Flat, language: Language): Finding[] {
	const index = placeOf(flat, wordsFor(language, "subscription"));
	if (index === -1) return [];
	return [partsFinding(flat, language, "subscription-terms", { index, parts: SUBSCRIPTION })];
}

const SAFETY: [part: string, keyof Words][] = [
	["child sexual abuse and exploitation by name (CSAE, CSAM)", "abuse"],
	["how to report it", "reporting"],
];

/** Google Play wants child safety standards to name abuse and how to report it. */
export function checkChildSafety(flat: Flat, language: Language): Finding[] {
	const index = placeOf(flat, wordsFor(language, "abuse"));
	return [partsFinding(flat, language, "csae", { index, parts: SAFETY })];
}

function partsFinding(
	flat: Flat,
	language: Language,
	id: CheckId,
	{ index, parts }: { index: number; parts: [string, keyof Words][] },
): Finding {
	const missing = parts.filter(([, list]) => placeOf(flat, wordsFor(language, list)) === -1);
	const finding = findingAt(flat, id, index, "missing");
	if (missing.length === 0) return finding;
	const detail = missing.map(([part]) => part).join(", ");
	return { ...finding, state: "missing", detail };
}

/** How far before a day its label stands, as in "Last updated: 3 May 2026". */
const LABEL = 45;
const DAY_MS = 86_400_000;

/** Looks for a day, and compares it with those that the page shows above the text. */
export function checkDates(flat: Flat, language: Language | null, about: About): Finding[] {
	const dates = findDates(flat.lower);
	const { updatedOn, effectiveOn } = about;
	const dated: Finding =
		dates.length === 0 && effectiveOn !== ""
			? { id: "dated", state: "found", quote: effectiveOn }
			: findingAt(flat, "dated", dates[0]?.index ?? -1, "missing");
	if (language === null) return [dated];
	for (const { index, days } of dates) {
		const before = flat.lower.slice(Math.max(0, index - LABEL), index);
		const label = before.slice(before.lastIndexOf("\n") + 1);
		const shown = shownDay(label, language, about);
		if (!shown) continue;
		const others = [updatedOn, effectiveOn].filter((day) => day !== "");
		if (days.some((day) => others.some((other) => isNear(day, other)))) continue;
		return [
			dated,
			{ ...findingAt(flat, "dates-agree", index, "found"), state: "problem", detail: shown },
		];
	}
	return [dated];
}

/** Returns the day that the page shows of what a label says, such as "Last updated", or "". */
function shownDay(label: string, language: Language, { updatedOn, effectiveOn }: About): string {
	if (endsWith(label, wordsFor(language, "effective"))) return effectiveOn;
	return endsWith(label, wordsFor(language, "updated")) ? updatedOn : "";
}

function endsWith(label: string, pattern: RegExp): boolean {
	return [...label.matchAll(pattern)].some(
		({ 0: words, index }) => !/[\p{L}]{9,}/u.test(label.slice(index + words.length)),
	);
}

/** Owner and server may be in different days at the same moment. */
function isNear(day: string, other: string): boolean {
	return Math.abs(Date.parse(day) - Date.parse(other)) <= DAY_MS;
}
