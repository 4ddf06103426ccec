import type { Kind } from "#app/documents/kind.ts";

/** The checks of a text, in the order in which they are shown. */
export const CHECK_IDS = [
	"placeholder",
	"other-app",
	"title-says-privacy",
	"dates-agree",
	"link-form",
	"names-app",
	"contact",
	"data-collected",
	"data-use",
	"third-parties",
	"security",
	"retention",
	"deletion",
	"consent",
	"subscription-terms",
	"csae",
	"dated",
	"equal-protection",
	"children",
	"ai",
	"generator-left",
	"language",
] as const;

export type CheckId = (typeof CHECK_IDS)[number];

/** The heading above a place. Its id is that of the public page. */
export type Place = { id: string; text: string };

/**
 * What a check found. `found`: the text has it. `missing`: the text should have it and doesn't.
 * `problem`: the text has what it shouldn't. `unsure`: the check can't tell, or nobody requires it.
 */
export type Finding = {
	id: CheckId;
	state: "found" | "missing" | "problem" | "unsure";
	/** What the text says there, "" if nothing was found. */
	quote: string;
	/** The words within the quote that it is about, if not all of it. */
	mark?: string;
	/** Missing where no heading stands above the quote. */
	place?: Place;
	/** What the sentence about it names, such as the parts that are missing. */
	detail?: string;
	/** Whether the editor names it among what is left to fill in, too. */
	isGap?: true;
};

/** What is known of a text besides its words. Days are YYYY-MM-DD. */
export type About = {
	title: string;
	/** The last part of its address. */
	slug: string;
	kind: Kind;
	appName: string;
	/** The account's name, its owner's and the company's. */
	developerNames: string[];
	/** The names of the account's other apps. */
	otherAppNames: string[];
	/** The address of the app's deletion page, or null. */
	deletionUrl: string | null;
	/** "Last updated" on the public page. */
	updatedOn: string;
	/** "Applies from" on the public page, or "". */
	effectiveOn: string;
};

/** What the checks found in a text. */
export type Findings = {
	/** The text's language, or null if that is unclear. */
	language: string | null;
	/** Whether there are word lists for it. Without them, only what needs no words was looked at. */
	hasWords: boolean;
	findings: Finding[];
};
