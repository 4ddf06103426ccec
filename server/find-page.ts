type Pattern = { pattern: string };

/** A page of the build with the values of its pattern's parameters. */
export type Found<Page> = { page: Page; params: Record<string, string> };

/**
 * Returns a function that finds the page of a path as the router does: among the patterns that
 * match, the one with the most fixed segments. The catch-all counts as no page.
 */
export function pageFinder<Page extends Pattern>(
	pages: Page[],
): (path: string) => Found<Page> | null {
	const known = pages
		.map((page) => ({ page, segments: page.pattern.split("/") }))
		.filter(({ segments }) => segments.at(-1) !== "*")
		.sort((a, b) => fixedOf(b.segments) - fixedOf(a.segments));
	const byLength = Map.groupBy(known, ({ segments }) => segments.length);
	return (path) => {
		const given = path.split("/");
		for (const { page, segments } of byLength.get(given.length) ?? []) {
			const params = paramsOf(segments, given);
			if (params) return { page, params };
		}
		return null;
	};
}

function fixedOf(segments: string[]): number {
	return segments.filter((segment) => !segment.startsWith(":")).length;
}

function paramsOf(pattern: string[], given: string[]): Record<string, string> | null {
	const params: Record<string, string> = {};
	for (const [at, segment] of pattern.entries()) {
		const value = given[at] ?? "";
		if (segment.startsWith(":") && value !== "") params[segment.slice(1)] = value;
		else if (segment !== value) return null;
	}
	return params;
}
