import type { KeptPage, RouteHandles } from "../app/process.server.ts";

/** A public page that may be kept: the pattern of its route, and what it is made of. */
export type PageStamp = { route: string; stamp: string };

type StampOf = (page: KeptPage, slugs: string[]) => string | null;

/**
 * Tells what the page at a path is made of, where the route's handle says that it is kept. Null for
 * any other path, for a page that isn't there, and for a path with anything but slugs in it.
 */
export function keptRoutes(handles: RouteHandles, stampOf: StampOf) {
	const routes = [...handles].flatMap(([route, { kept }]) =>
		kept ? [{ route, kept, segments: route.split("/") }] : [],
	);
	return (path: string): PageStamp | null => {
		const given = path.split("/");
		for (const { route, kept, segments } of routes) {
			const slugs = slugsOf(segments, given);
			const stamp = slugs && stampOf(kept, slugs);
			if (stamp) return { route, stamp };
		}
		return null;
	};
}

/** What stands in a path where a pattern has parameters; null where it is no path of the pattern. */
function slugsOf(pattern: string[], path: string[]): string[] | null {
	if (pattern.length !== path.length) return null;
	const slugs: string[] = [];
	for (const [at, segment] of pattern.entries()) {
		const given = path[at] ?? "";
		if (!segment.startsWith(":")) {
			if (segment !== given) return null;
		} else if (/^[a-z0-9-]+$/.test(given)) slugs.push(given);
		else return null;
	}
	return slugs;
}
