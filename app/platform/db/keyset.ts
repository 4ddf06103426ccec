/** The row that a page of a list ended with: the next page begins behind it. */
export type Keyset = { at: Date; id: string };

/** The mark of a row in an address: its moment and its id. */
function markOf({ createdAt, id }: { createdAt: Date; id: string }): string {
	return `${createdAt.toISOString()}_${id}`;
}

/** The row that an address names in `before`, or null: the list from its beginning. */
export function readKeyset(url: URL): Keyset | null {
	const [, moment = "", id = ""] =
		/^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(\S{1,100})$/.exec(url.searchParams.get("before") ?? "") ??
		[];
	const at = new Date(moment);
	return Number.isNaN(at.getTime()) ? null : { at, id };
}

/**
 * What is older than a row, for lists that are ordered by createdAt and id, the newest first. The
 * outer bound lets SQLite begin in the index where the last page ended.
 */
export function olderThan(keyset: Keyset | null) {
	if (!keyset) return {};
	const { at, id } = keyset;
	return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}

/** Cuts one row too many off a page, and answers the mark of the next page, or null. */
export function pageOf<Row extends { createdAt: Date; id: string }>(rows: Row[], size: number) {
	const page = rows.slice(0, size);
	const last = page.at(-1);
	return { rows: page, next: rows.length > size && last ? markOf(last) : null };
}
