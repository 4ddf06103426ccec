import { formatLongDate } from "#app/platform/time.ts";
import type { CheckId, Finding } from "./text/finding.ts";

/** Whose rule a check holds a text to. */
export type Rule = { label: string; url: string };

const GOOGLE: Rule = {
	label: "Google Play: User Data policy",
	url: "https://support.google.com/googleplay/android-developer/answer/10144311",
};
const GOOGLE_SAFETY: Rule = {
	label: "Google Play: child safety standards",
	url: "https://support.google.com/googleplay/android-developer/answer/14747720",
};
const apple = (part: string): Rule => ({
	label: `App Review Guideline ${part}`,
	url: `https://developer.apple.com/app-store/review/guidelines/#${part.replace(/\(.*/, "")}`,
});
const APPLE_POLICY = apple("5.1.1(i)");

type Row = {
	/** What is looked for. */
	label: string;
	/** What is said where it is not so. */
	say: string | ((finding: Finding) => string);
	rule?: Rule;
	/** Nobody wants it in a text, whatever its kind. The report says where it is not there. */
	isUnwanted?: true;
};

/** What the checks are called, what they say, and whose rule it is. */
export const RULES: Record<CheckId, Row> = {
	placeholder: {
		label: "Something left to fill in",
		say: ({ mark, quote }) => `Readers would see “${mark ?? quote}”, which a template left here.`,
		isUnwanted: true,
	},
	"other-app": {
		label: "Another app's name",
		say: ({ detail }) => `${detail} is another app of yours. Does this text mean this one?`,
		isUnwanted: true,
	},
	"title-says-privacy": {
		label: "A title that says what this is",
		say: "The title or the address should say that this is a privacy policy.",
		rule: GOOGLE,
	},
	"dates-agree": {
		label: "Days that agree",
		say: ({ detail = "" }) => `The page shows ${formatLongDate(new Date(detail))} above the text.`,
		isUnwanted: true,
	},
	"link-form": {
		label: "Links that can work",
		say: ({ detail = "" }) => detail,
		isUnwanted: true,
	},
	"names-app": {
		label: "The name of the app or of its developer",
		say: "The text should name one of them as the store's listing does.",
		rule: GOOGLE,
	},
	contact: {
		label: "A way to reach you",
		say: "The text should have an e-mail address, the address of a form, or a postal address.",
		rule: GOOGLE,
	},
	"data-collected": {
		label: "What is collected",
		say: "The text should say which data the app collects, or that it collects none.",
		rule: APPLE_POLICY,
	},
	"data-use": {
		label: "What data is used for",
		say: "The text should say why the app needs the data.",
		rule: APPLE_POLICY,
	},
	"third-parties": {
		label: "Who else receives data",
		say: "The text should say with whom data is shared, or that it is shared with nobody.",
		rule: GOOGLE,
	},
	security: {
		label: "How data is kept safe",
		say: "The text should say how data is protected.",
		rule: GOOGLE,
	},
	retention: {
		label: "For how long data is kept",
		say: "The text should say when data is deleted, or what decides it.",
		rule: APPLE_POLICY,
	},
	deletion: {
		label: "How to have data deleted",
		say: ({ detail }) =>
			detail
				? `The text should lead to your deletion page, ${detail}.`
				: "The text should say how people ask for the deletion of their data.",
		rule: APPLE_POLICY,
	},
	consent: {
		label: "How to take consent back",
		say: "The text should say how people withdraw their consent.",
		rule: APPLE_POLICY,
	},
	"subscription-terms": {
		label: "What a subscription costs, and how it ends",
		say: ({ detail }) => `The text speaks of subscriptions. It should also say ${detail}.`,
		rule: apple("3.1.2"),
	},
	csae: {
		label: "Child sexual abuse, and how to report it",
		say: ({ detail }) => `The text should say ${detail}.`,
		rule: GOOGLE_SAFETY,
	},
	dated: {
		label: "A day",
		say: "Readers should see which text this is. Write a day into it, or say from which day it applies.",
	},
	"equal-protection": {
		label: "That others protect data as you do",
		say: "If others receive data, the text should say that they protect it equally.",
		rule: APPLE_POLICY,
	},
	children: {
		label: "Children, or an age",
		say: "Stores look for it where children may use the app.",
		rule: apple("5.1.4"),
	},
	ai: {
		label: "AI of others, by name and with permission",
		say: ({ detail }) =>
			`The text speaks of AI. If data goes to somebody else's, it should also say ${detail}.`,
		rule: apple("5.1.2(i)"),
	},
	"generator-left": {
		label: "What a generator left behind",
		say: "Readers see that the text was made by a program, and not read by anybody.",
		isUnwanted: true,
	},
	language: {
		label: "One language",
		say: ({ detail = "" }) => detail,
		isUnwanted: true,
	},
};

/** Returns what is said of a finding that is to be looked at. */
export function sayOf(finding: Finding): string {
	const { say } = RULES[finding.id];
	return typeof say === "string" ? say : say(finding);
}
