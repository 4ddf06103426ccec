import checkText from "#app/checks/text/check-text.ts";
import type { About, CheckId } from "#app/checks/text/finding.ts";
import { renderSource } from "#app/platform/markdown/render.ts";

const ABOUT: About = {
	title: "Privacy Policy",
	slug: "privacy-policy",
	kind: "privacy",
	appName: "Fernlight",
	developerNames: ["Ada Lovelace"],
	otherAppNames: [],
	deletionUrl: null,
	updatedOn: "2026-03-03",
	effectiveOn: "",
};

/** Checks a text as the policy of an app. */
export function check(source: string, about: Partial<About> = {}) {
	const all = { ...ABOUT, ...about };
	return checkText(renderSource(source, { title: all.title }).html, { ...all, source });
}

/** Returns what one check finds in a text. */
export function findingsOf(id: CheckId, source: string, about: Partial<About> = {}) {
	return check(source, about).findings.filter((finding) => finding.id === id);
}

/** Makes the language of a short text clear. */
export const ENGLISH =
	"\n\nThis is what we say to you, and it is all that you and we have of it.\n";
/** Returns the first state that a check has in an English text, or undefined. */
export const stateOf = (id: CheckId, source: string, about: Partial<About> = {}) =>
	findingsOf(id, source + ENGLISH, about)[0]?.state;
