import { readPage, readSearch } from "#app/http/query.ts";

/** Reads the search, the tab and the page from the address of a list of submissions. */
export function readFilter(url: URL): { query: string; isWaiting: boolean; page: number } {
	return {
		query: readSearch(url),
		isWaiting: url.searchParams.get("show") === "new",
		page: readPage(url),
	};
}
