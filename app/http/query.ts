import { redirect } from "react-router";

const SEARCH_MAX = 200;
/** Pages after this one count as the first: nobody follows so many links. */
const PAGE_MAX = 100_000;

/** Returns the query string for these values, without the empty ones. */
export function toQuery(values: Record<string, string>): string {
	return `?${new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))}`;
}

/** Returns the query string of a list's page. Neither the first page nor an empty search is in it. */
export function toPage(page: number, values: Record<string, string> = {}): string {
	return toQuery({ ...values, page: page === 1 ? "" : String(page) });
}

/** Returns the search in a list's address, "" for none. */
export function readSearch(url: URL): string {
	return (url.searchParams.get("q") ?? "").trim().slice(0, SEARCH_MAX);
}

/** Returns the page in a list's address, counted from 1. Anything but such a number is page 1. */
export function readPage(url: URL): number {
	const page = Number(url.searchParams.get("page"));
	return Number.isSafeInteger(page) && page > 0 && page < PAGE_MAX ? page : 1;
}

/** Throws a redirect to the first page of a list if a later one has no rows, or none any more. */
export function requirePage(url: URL, rows: { length: number }): void {
	if (readPage(url) === 1 || rows.length > 0) return;
	const values = new URLSearchParams(url.searchParams);
	values.delete("page");
	throw redirect(values.size > 0 ? `${url.pathname}?${values}` : url.pathname);
}
