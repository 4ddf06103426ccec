/** Ids written by strangers must not name anything the page itself uses. */
export const ID_PREFIX = "user-content-";

/**
 * Marks the attributes that these modules write, among those of the author. No source can hold it:
 * NUL is removed first, and a NUL written as a character reference decodes to U+FFFD.
 */
export const OWN = "\0";

/** A footnote; `subId` counts its references after the first. */
export type NoteMeta = { id: number; subId?: number };

/**
 * The marked id of a footnote, or of the reference to it. A colon never occurs in a slug, so notes
 * and headings cannot take each other's ids.
 */
export function noteId(kind: "fn" | "fnref", { id, subId = 0 }: NoteMeta): string {
	return `${OWN}${kind}:${id + 1}${subId > 0 ? `:${subId + 1}` : ""}`;
}

/** Whether an id, or an address without its #, is one that `noteId` wrote. */
export function isNoteId(value: string | undefined): boolean {
	return value?.startsWith(OWN) ?? false;
}

/** An id as the author wrote it. */
export function withoutPrefix(name: string): string {
	return name.startsWith(ID_PREFIX) ? name.slice(ID_PREFIX.length) : name;
}
