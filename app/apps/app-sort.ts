/** The orders in which the dashboard lists apps, by their names in its address. */
export const APP_SORTS = {
	newest: "Newest",
	name: "Name",
	waiting: "Waiting messages",
} as const;

export type AppSort = keyof typeof APP_SORTS;

/** Returns the order in the dashboard's address. Anything unknown is the newest first. */
export function readSort(url: URL): AppSort {
	const sort = url.searchParams.get("sort") ?? "";
	return Object.hasOwn(APP_SORTS, sort) ? (sort as AppSort) : "newest";
}
