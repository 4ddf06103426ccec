import type { Kind } from "#app/documents/kind.ts";
import type { KitKind } from "./choices.ts";
import { STORE_FIELDS } from "./fields.ts";
import type { Content, StoreField } from "./store-field.ts";

/** What a document of each kind is put into. */
const CONTENTS: Record<KitKind, Content> & Partial<Record<Kind, Content>> = {
	privacy: "privacy",
	terms: "links",
	eula: "eula-text",
	child_safety: "child_safety",
};

/** Returns the fields of the two stores that take a document of this kind. */
export function fieldsFor(kind: Kind): StoreField[] {
	return STORE_FIELDS.filter(
		({ store, content }) => /^(app-store|google-play)$/.test(store) && CONTENTS[kind] === content,
	);
}

/** Returns the day on which the rule was read that nobody has read for the longest time. */
export function listDate(): Date {
	const [oldest = ""] = STORE_FIELDS.map(({ rule }) => rule.checkedOn).sort();
	return new Date(oldest);
}
