/** A segment of an address: what it is, what it was, and until when (milliseconds). */
export type Segment = { present: string; former: { slug: string; leftAt: number }[] };

/**
 * Returns the paths that a page had, the newest first, from the times at which its segments were
 * renamed. What was before the page itself is left out, as is its present path.
 */
export function earlierPaths(segments: Segment[], since: number): string[] {
	const present = `/${segments.map((segment) => segment.present).join("/")}`;
	const times = segments
		.flatMap(({ former }) => former.map(({ leftAt }) => leftAt))
		.filter((time) => time >= since)
		.sort((one, other) => other - one);
	const paths = times.map(
		(time) => `/${segments.map((segment) => slugUntil(segment, time)).join("/")}`,
	);
	return [...new Set(paths)].filter((path) => path !== present);
}

/** The slug that a segment had right before a time. */
function slugUntil({ present, former }: Segment, time: number): string {
	const later = former
		.filter(({ leftAt }) => leftAt >= time)
		.sort((one, other) => one.leftAt - other.leftAt);
	return later[0]?.slug ?? present;
}
