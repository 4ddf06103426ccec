import type { KeptPage, RouteHandles } from "../app/process.server.ts";

/** A cacheable public page: its route pattern, and a stamp of the data that it is made of. */
export type PageStamp = { route: string; stamp: string };

type StampOf = (page: KeptPage, slugs: string[]) => string | null;

/**
 * Returns a function from a path to its page's stamp. The function returns null when the route's
 * handle doesn't say `kept`, when the page doesn't exist, and when a parameter isn't a slug.
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

/** Returns the path's values of the pattern's parameters, or null if the path doesn't match. */
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
