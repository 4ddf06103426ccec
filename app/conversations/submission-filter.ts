const QUERY_MAX = 200;

/** Reads the search, the tab and the page from a list's address. */
export function readFilter(url: URL): { query: string; isWaiting: boolean; page: number } {
	const page = Number(url.searchParams.get("page"));
	return {
		query: (url.searchParams.get("q") ?? "").trim().slice(0, QUERY_MAX),
		isWaiting: url.searchParams.get("show") === "new",
		page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
	};
}
