/** A cursor: the last row of a list's page. The next page begins after it. */
export type Keyset = { at: Date; id: string };

/** Returns the cursor of a row as it stands in an address: its time and its id. */
export function markOf(at: Date, id: string): string {
	return `${at.toISOString()}_${id}`;
}

/** Returns the cursor in an address's `before`, or null, which means the first page. */
export function readKeyset(url: URL): Keyset | null {
	const [, moment = "", id = ""] =
		/^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_(\S{1,100})$/.exec(url.searchParams.get("before") ?? "") ??
		[];
	const at = new Date(moment);
	return Number.isNaN(at.getTime()) ? null : { at, id };
}

/**
 * Returns the `where` for rows older than the cursor's, in lists ordered by createdAt and id, the
 * newest first. The outer bound lets SQLite start in the index where the last page ended.
 */
export function olderThan(keyset: Keyset | null) {
	if (!keyset) return {};
	const { at, id } = keyset;
	return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}

/** Takes up to `size` + 1 rows; returns `size` of them and the next page's cursor, or null. */
export function pageOf<Row extends { createdAt: Date; id: string }>(rows: Row[], size: number) {
	const page = rows.slice(0, size);
	const last = page.at(-1);
	return { rows: page, next: rows.length > size && last ? markOf(last.createdAt, last.id) : null };
}
