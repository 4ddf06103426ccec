/** Keeps ids that authors write apart from those of the page itself. */
export const ID_PREFIX = "user-content-";

/**
 * Marks attributes that these modules write, to tell them from the author's. No source can contain
 * it: NUL is removed first, and a character reference to NUL decodes to U+FFFD.
 */
export const OWN = "\0";

/** A footnote. `subId` counts its references after the first. */
export type NoteMeta = { id: number; subId?: number };

/**
 * Returns the marked id of a footnote, or of the reference to it. A slug has no colon, so notes and
 * headings can't take each other's ids.
 */
export function noteId(kind: "fn" | "fnref", { id, subId = 0 }: NoteMeta): string {
	return `${OWN}${kind}:${id + 1}${subId > 0 ? `:${subId + 1}` : ""}`;
}

/** Returns whether `noteId` made this id, or this fragment without its #. */
export function isNoteId(value: string | undefined): boolean {
	return value?.startsWith(OWN) ?? false;
}

/** Returns an id as the author wrote it. */
export function withoutPrefix(name: string): string {
	return name.startsWith(ID_PREFIX) ? name.slice(ID_PREFIX.length) : name;
}
