export type Store = "app-store" | "google-play" | "elsewhere" | "in-your-app";

/** What belongs into a field; rows.ts says what each becomes. */
export type Content =
	| "privacy"
	| "privacy-text"
	| "terms"
	| "links"
	| "eula-text"
	| "child_safety"
	| "hub"
	| "support"
	| "contact"
	| "deletion"
	| "part-deletion";

/** A field that a store asks for, under the name that the store uses. */
export type StoreField = {
	id: string;
	store: Store;
	name: string;
	/** The pages that lead to it, from the store's start page on. */
	place: readonly string[];
	content: Content;
	/** Every app needs it. */
	isRequired?: true;
	/** Who needs it, where not every app does. */
	forWhom?: string;
	/** What follows from leaving it empty. */
	ifMissing: string;
	/** What else there is to know. */
	note?: string;
	/** What the store calls the rule, where it was read, and the day on which it was (YYYY-MM-DD). */
	rule: { name: string; source: string; checkedOn: string };
};
