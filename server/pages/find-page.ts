type Pattern = { pattern: string };

/** A page of the build with the values of its pattern's parameters. */
export type Found<Page> = { page: Page; params: Record<string, string> };

/** A fixed segment, or a parameter with the ending that it must have, such as ":slug.json". */
type Segment = { fixed: string } | { name: string; ending: string };

const PARAMETER = /^:(\w+)(.*)$/;

/**
 * Returns a function that finds the page of a path as the router does: among the patterns that
 * match, the one with the most fixed segments, and of those one with an ending. The catch-all counts
 * as no page.
 */
export function pageFinder<Page extends Pattern>(
	pages: Page[],
): (path: string) => Found<Page> | null {
	const known = pages
		.filter(({ pattern }) => !pattern.endsWith("/*"))
		.map((page) => ({ page, segments: page.pattern.split("/").map(readSegment) }))
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

/** Returns a path as the router compares it: in lower case and without slashes at its end. */
export function plainPath(path: string): string {
	// The character before lets it begin once for each run of slashes, and not at each slash.
	return path.toLowerCase().replace(/([^/])\/+$/, "$1");
}

function readSegment(segment: string): Segment {
	const [, name, ending = ""] = PARAMETER.exec(segment) ?? [];
	return name === undefined ? { fixed: segment } : { name, ending };
}

function fixedOf(segments: Segment[]): number {
	const of = (segment: Segment) => ("fixed" in segment ? 1 : segment.ending === "" ? 0 : 0.5);
	return segments.reduce((sum, segment) => sum + of(segment), 0);
}

function paramsOf(pattern: Segment[], given: string[]): Record<string, string> | null {
	const params: Record<string, string> = {};
	for (const [at, segment] of pattern.entries()) {
		const value = given[at] ?? "";
		if ("fixed" in segment) {
			if (segment.fixed !== value) return null;
			continue;
		}
		const { name, ending } = segment;
		if (!value.endsWith(ending) || value.length === ending.length) return null;
		params[name] = value.slice(0, value.length - ending.length);
	}
	return params;
}
