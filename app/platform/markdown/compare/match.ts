import { diffArrays } from "diff";

/** A stretch of two lists: where it begins in each, and how much of it each has. */
export type Stretch = {
	isSame: boolean;
	old: number;
	oldCount: number;
	now: number;
	count: number;
};

/**
 * Returns two lists as stretches that are the same and stretches that differ, in turn, or null if
 * more than `most` changes are between them. What only one of the lists has is no question and
 * counts for nothing, so that a text with new words everywhere is compared quickly.
 */
export function stretchesOf(before: string[], after: string[], most: number): Stretch[] | null {
	const inBefore = new Set(before);
	const inAfter = new Set(after);
	const olds = before.flatMap((key, at) => (inAfter.has(key) ? at : []));
	const news = after.flatMap((key, at) => (inBefore.has(key) ? at : []));
	const parts = diffArrays(
		olds.map((at) => before[at]),
		news.map((at) => after[at]),
		{ maxEditLength: most },
	);
	if (!parts) return null;
	const stretches: Stretch[] = [];
	let old = 0;
	let now = 0;
	/** Ends a stretch that differs before the next match. */
	const skipTo = (nextOld: number, nextNow: number) => {
		const [oldCount, count] = [nextOld - old, nextNow - now];
		if (oldCount + count > 0) stretches.push({ isSame: false, old, oldCount, now, count });
		old = nextOld;
		now = nextNow;
	};
	let inOlds = 0;
	let inNews = 0;
	for (const { added, removed, count } of parts) {
		for (let at = 0; at < count && !added && !removed; at += 1) {
			skipTo(olds[inOlds + at] as number, news[inNews + at] as number);
			const last = stretches.at(-1);
			if (last?.isSame) {
				last.oldCount += 1;
				last.count += 1;
			} else stretches.push({ isSame: true, old, oldCount: 1, now, count: 1 });
			old += 1;
			now += 1;
		}
		if (!added) inOlds += count;
		if (!removed) inNews += count;
	}
	skipTo(before.length, after.length);
	return stretches;
}
