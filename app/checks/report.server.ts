import { createHash } from "node:crypto";
import { RULES, type Rule, sayOf } from "./rules.ts";
import { CHECK_IDS, type Finding, type Findings, type Place } from "./text/finding.ts";

/** A finding as its page shows it. */
export type Shown = {
	/** The check and the sha256 of its words: another text at that place is another finding. */
	key: string;
	label: string;
	/** "" if nothing was found. */
	quote: string;
	/** The heading above the quote. */
	place: Place | null;
	/** In how many more places the text says the same. */
	others: number;
	isProblem: boolean;
	/** What is said of it; "" if all is well. */
	sentence: string;
	rule: Rule | null;
	isGap: boolean;
};

/** What the checks say of a text. */
export type Report = {
	/** The name of the text's language, if there are no word lists for it; "" if it is unknown. */
	strangeLanguage: string | null;
	/** Problems first. Of each check, the first twenty. */
	toLookAt: Shown[];
	/** How many there are in all, and how many of them an editor names in a list of its own. */
	count: number;
	gaps: number;
	aside: Shown[];
	found: Shown[];
	/** What was looked for, is not wanted and is not there. */
	absent: string[];
};

/** A stored mark that a finding was put aside. */
type Aside = { id: string; sha256: string };

const MOST_OF_A_CHECK = 20;

const RANK = { problem: 0, missing: 1, unsure: 2, found: 3 };

/** Turns findings into what a page shows. `ignored` is `Document.ignoredChecks`. */
export function reportOf(all: Findings, ignored = "[]"): Report {
	const { language, hasWords } = all;
	const findings = joinSame(all.findings);
	const keys = new Set((JSON.parse(ignored) as Aside[]).map(({ id, sha256 }) => `${id}:${sha256}`));
	const [found, others] = split(findings, ({ state }) => state === "found");
	const [aside, toLookAt] = split(others, ({ key }) => keys.has(key));
	const ids = new Set(findings.map(({ id }) => id));
	return {
		strangeLanguage: hasWords ? null : nameOf(language),
		toLookAt: firstOfEach(toLookAt)
			.sort((one, other) => RANK[one.state] - RANK[other.state])
			.map(show),
		count: toLookAt.length,
		gaps: toLookAt.filter(({ isGap }) => isGap).length,
		aside: firstOfEach(aside).map(show),
		found: found.map(show),
		absent: CHECK_IDS.filter((id) => RULES[id].isUnwanted && !ids.has(id)).map(
			(id) => RULES[id].label,
		),
	};
}

type Joined = Finding & { key: string; others: number };

/** Makes one finding of those of a check that quote the same words. */
function joinSame(findings: Finding[]): Joined[] {
	const same = Map.groupBy(findings, keyOf);
	return [...same].flatMap(([key, [first, ...others]]) =>
		first ? [{ ...first, key, others: others.length }] : [],
	);
}

function split(findings: Joined[], test: (finding: Joined) => boolean): [Joined[], Joined[]] {
	return [findings.filter(test), findings.filter((finding) => !test(finding))];
}

function firstOfEach(findings: Joined[]): Joined[] {
	return CHECK_IDS.flatMap((id) =>
		findings.filter((finding) => finding.id === id).slice(0, MOST_OF_A_CHECK),
	);
}

function show(finding: Joined): Shown {
	const { id, key, others, state, quote, place = null, isGap = false } = finding;
	const { label, rule = null } = RULES[id];
	const sentence = state === "found" ? "" : sayOf(finding);
	const isProblem = state === "problem";
	return { key, label, quote, place, others, isProblem, sentence, rule, isGap };
}

function keyOf({ id, quote, mark = "" }: Finding): string {
	return `${id}:${createHash("sha256").update(`${mark}\n${quote}`).digest("hex")}`;
}

function nameOf(language: string | null): string {
	if (language === null) return "";
	return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? "";
}
