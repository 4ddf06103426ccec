import type { Block } from "./blocks.ts";
import { stretchesOf } from "./match.ts";
import type { Token } from "./words.ts";

/** Words in a row that both texts have, or that only one of them has. */
export type WordRun = { change: "same" | "removed" | "added"; tokens: Token[] };

/** Blocks in a row that both texts have, a block of one text alone, or one with other words. */
export type Change =
	| { change: "same"; blocks: Block[] }
	| { change: "removed" | "added"; block: Block }
	| { change: "changed"; block: Block; words: WordRun[] };

/**
 * How many blocks, and how many words of two blocks, may have moved, and the steps that looking for
 * words takes in all. So a comparison takes less than half a second of a core's time. Counts, and no
 * time, so that the same two texts always give the same page.
 */
const MOST_BLOCK_EDITS = 1_000;
const MOST_WORD_EDITS = 1_000;
const MOST_WORD_STEPS = 1_500_000;
/** Two blocks are one that changed if they share so much of their words. */
const ALIKE = 0.5;
/** Among so many removed blocks, the earlier state of an added one is looked for. */
const LOOK_AMONG = 12;

/** Returns what changed between two texts, or null if they differ in too much to say. */
export function changesOf(before: Block[], after: Block[]): Change[] | null {
	const budget = { steps: MOST_WORD_STEPS };
	return (
		stretchesOf(before.map(keyOf), after.map(keyOf), MOST_BLOCK_EDITS)?.flatMap((stretch) => {
			const blocks = after.slice(stretch.now, stretch.now + stretch.count);
			if (stretch.isSame) return { change: "same" as const, blocks };
			return pair(before.slice(stretch.old, stretch.old + stretch.oldCount), blocks, budget);
		}) ?? null
	);
}

function keyOf({ key }: { key: string }): string {
	return key;
}

/** Finds the blocks of a replaced stretch that only changed, in their order. */
function pair(removed: Block[], added: Block[], budget: { steps: number }): Change[] {
	const changes: Change[] = [];
	const counts = removed.map(countsOf);
	let next = 0;
	let unmatched: Block[] = [];
	/** Shows what was removed before what stands in its place. */
	const showUntil = (until: number) => {
		for (const block of removed.slice(next, until)) changes.push({ change: "removed", block });
		for (const block of unmatched) changes.push({ change: "added", block });
		next = until;
		unmatched = [];
	};
	for (const block of added) {
		const found = mostAlike(block, counts, next);
		const words = found === null ? null : runsOf(removed[found] as Block, block, budget);
		if (found === null || words === null) {
			unmatched.push(block);
			continue;
		}
		showUntil(found);
		next += 1;
		changes.push({ change: "changed", block, words });
	}
	showUntil(removed.length);
	return changes;
}

type Counts = { size: number; byKey: Map<string, number> };

function countsOf({ tokens }: Block): Counts {
	const byKey = new Map<string, number>();
	for (const { key } of tokens) byKey.set(key, (byKey.get(key) ?? 0) + 1);
	return { size: tokens.length, byKey };
}

/** Returns where among the removed blocks, from `next` on, the one is that became `block`. */
function mostAlike(block: Block, removed: Counts[], next: number): number | null {
	const own = countsOf(block);
	let best: number | null = null;
	let most = 0;
	for (let at = next; at < Math.min(removed.length, next + LOOK_AMONG); at += 1) {
		const { size, byKey } = removed[at] as Counts;
		let shared = 0;
		for (const [key, count] of own.byKey) shared += Math.min(count, byKey.get(key) ?? 0);
		const likeness = (2 * shared) / (size + own.size);
		if (likeness < ALIKE || likeness <= most) continue;
		most = likeness;
		best = at;
	}
	return best;
}

/** Returns the runs of words of two blocks, or null if they differ in too many. */
function runsOf(before: Block, after: Block, budget: { steps: number }): WordRun[] | null {
	const most = Math.min(MOST_WORD_EDITS, Math.floor(Math.sqrt(budget.steps)));
	const stretches = stretchesOf(before.tokens.map(keyOf), after.tokens.map(keyOf), most);
	const differing = stretches?.filter(({ isSame }) => !isSame) ?? [];
	const edits = differing.reduce((sum, { oldCount, count }) => sum + oldCount + count, 0);
	budget.steps -= Math.min(most, stretches ? edits : most) ** 2;
	if (!stretches) return null;
	return stretches.flatMap(({ isSame, old, oldCount, now, count }): WordRun[] => {
		const tokens = after.tokens.slice(now, now + count);
		if (isSame) return [{ change: "same", tokens }];
		const removed = before.tokens.slice(old, old + oldCount);
		const runs: WordRun[] = [
			{ change: "removed", tokens: removed },
			{ change: "added", tokens },
		];
		return runs.filter((run) => run.tokens.length > 0);
	});
}
