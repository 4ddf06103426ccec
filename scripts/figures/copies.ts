import type { Source } from "./sources.ts";

/** A line of code; its number counts from 1. */
type Line = { number: number; text: string };

type Place = { file: string; lines: Line[]; at: number };

/** Lines that occur in two places. */
export type Copy = { length: number; first: string; second: string };

/** Lines of brackets alone don't count. */
const SHORTEST_LINE = 4;

/**
 * Finds blocks of `minLines` lines or more that occur twice, ignoring white space. Imports, blank
 * lines and lines of less than 4 characters don't count.
 */
export function findCopies(sources: Source[], minLines: number): Copy[] {
	const known = new Map<string, Place>();
	const copies: Copy[] = [];
	for (const source of sources) {
		const { file } = source;
		const lines = codeOf(source);
		for (let at = 0; at + minLines <= lines.length; at += 1) {
			const here = { file, lines, at };
			const block = textOf(here, minLines);
			const first = known.get(block);
			if (!first) {
				known.set(block, here);
			} else if (first.file !== file || at - first.at >= minLines) {
				const length = sharedLength(first, here, minLines);
				copies.push({ length, first: nameOf(first), second: nameOf(here) });
				at += length - 1;
			}
		}
	}
	return copies;
}

function codeOf({ lines }: Source): Line[] {
	let isImport = false;
	return lines.flatMap((line, index) => {
		const text = line.trim().replace(/\s+/g, " ");
		isImport ||= /^import [^(]/.test(text);
		const counts = !isImport && text.length >= SHORTEST_LINE;
		if (text.endsWith(";")) isImport = false;
		return counts ? [{ number: index + 1, text }] : [];
	});
}

function textOf({ lines, at }: Place, length: number): string {
	return lines
		.slice(at, at + length)
		.map(({ text }) => text)
		.join("\n");
}

function sharedLength(one: Place, other: Place, from: number): number {
	let length = from;
	const end = one.file === other.file ? other.at - one.at : Number.POSITIVE_INFINITY;
	while (length < end) {
		const next = one.lines[one.at + length]?.text;
		if (next === undefined || next !== other.lines[other.at + length]?.text) break;
		length += 1;
	}
	return length;
}

function nameOf({ file, lines, at }: Place): string {
	return `${file}:${lines[at]?.number}`;
}
