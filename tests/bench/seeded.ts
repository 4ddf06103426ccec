/** The ids and addresses of a database that seed.ts made. They follow from an account's number. */

/** Accounts beside those that are measured. Their pages warm the server up. */
export const WARM_UP = 2_500;

const TITLES = ["Privacy Policy", "Terms of Service", "EULA", "Imprint", "Cookies"];

/** Makes an id that grows with time, like the UUIDv7 that the app draws. `kind` is one hex digit. */
export function idOf(kind: string, n: number): string {
	return prefixOf(kind) + n.toString(16).padStart(12, "0");
}

function prefixOf(kind: string): string {
	return `0194${kind.repeat(4)}-0000-7000-8000-`;
}

/** What the ids of the rows that SQL makes begin with. */
export const PREFIX = {
	version: prefixOf("8"),
	subscriber: prefixOf("9"),
	deletionForm: prefixOf("d"),
	deletionSubmission: prefixOf("e"),
};

/** Kinds of ids. */
export const KIND = { user: "a", app: "b", form: "c", submission: "7" };

/** The title of an app's document, counted from 0. Each ten have different titles. */
export function titleOf(at: number): string {
	return `${TITLES[at % TITLES.length]}${at < TITLES.length ? "" : ` ${Math.floor(at / TITLES.length) + 1}`}`;
}

export function slugOf(title: string): string {
	return title.toLowerCase().replaceAll(" ", "-");
}

export const addressOf = {
	hub: (n: number) => `/account-${n}/app-${n}`,
	form: (n: number) => `/account-${n}/app-${n}/forms/contact`,
	document: (n: number, at: number) => `/account-${n}/app-${n}/${slugOf(titleOf(at))}`,
};
