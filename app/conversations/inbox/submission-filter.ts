import { readSearch, toQuery } from "#app/http/query.ts";
import { PRIORITIES } from "../submission-rules.ts";

/** A tab with more submissions is not counted further. */
export const COUNT_MAX = 1_000;

/** A list's tabs. Each submission stands under one of the first four, and under "all". */
export const TABS = ["waiting", "open", "resolved", "closed", "all"] as const;

export type Tab = (typeof TABS)[number];

export type SubmissionFilter = {
	query?: string;
	tab?: Tab;
	/** The id of an app or of a form. */
	within?: string;
	tag?: string;
	priority?: string;
};

/** What each part of the filter is called in the address. */
const NAMES = { tab: "show", query: "q", within: "in", tag: "tag", priority: "priority" } as const;

/** Reads the filter from the address of a list. An unknown tab or priority counts as none. */
export function readFilter(url: URL): SubmissionFilter {
	const read = (part: keyof typeof NAMES) => url.searchParams.get(NAMES[part]) ?? "";
	// The tab's earlier name.
	const shown = read("tab") === "new" ? "waiting" : read("tab");
	return {
		query: readSearch(url),
		tab: TABS.find((tab) => tab === shown),
		within: read("within"),
		tag: read("tag"),
		priority: PRIORITIES.find((priority) => priority === read("priority")),
	};
}

/** Returns the query string of a list with this filter, from the cursor `before` on. */
export function toList(filter: SubmissionFilter, before = ""): string {
	return toQuery({ ...toParameters(filter), before });
}

/** Returns the filter as it stands in an address, by parameter. */
export function toParameters(filter: SubmissionFilter): Record<string, string> {
	const parts = Object.entries(NAMES) as [keyof typeof NAMES, string][];
	return Object.fromEntries(parts.map(([part, name]) => [name, filter[part] ?? ""]));
}

/** Returns the address of a list with these rows ticked. */
export function withSelection(from: string, ids: string[]): string {
	const url = new URL(from, "http://localhost");
	url.searchParams.delete("id");
	for (const id of ids) url.searchParams.append("id", id);
	return url.pathname + url.search;
}
