const list = new Intl.ListFormat("en-GB");
const number = new Intl.NumberFormat("en-GB");

/** "12,345". */
export function formatCount(count: number): string {
	return number.format(count);
}

/** "1 form", "12,345 forms". */
export function plural(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** "2 apps, 3 documents and 1 form", by noun, without the nouns that count 0. */
export function listCounts(counts: Record<string, number>): string {
	const there = Object.entries(counts).filter(([, count]) => count > 0);
	return list.format(there.map(([noun, count]) => plural(count, noun)));
}

/** "3 documents and 1 form moved; the old addresses lead to the new ones.", or "" for none. */
export function describeMoved({ documents, forms }: { documents: number; forms: number }): string {
	if (documents + forms === 0) return "";
	const moved = listCounts({ document: documents, form: forms });
	return `${moved} moved; the old addresses lead to the new ones.`;
}

/** What `upTo99` can tell apart: a count that goes on to here need not go further. */
export const COUNT_MOST = 100;

/** "12", and "99+" from a hundred on. */
export function upTo99(count: number): string {
	return count < COUNT_MOST ? String(count) : "99+";
}
