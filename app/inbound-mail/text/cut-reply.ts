import { findQuotations } from "./quotation.ts";
import { PRODUCT, SENT } from "./words.ts";

/** How long a message of a mail may be, in characters (UTF-16), with the sentence that it goes on. */
const WRITTEN_MAX = 20_000;
/** How much of a mail is looked at and kept. */
const TEXT_MAX = 100_000;
const GOES_ON = "\n\n[This mail goes on. Its rest stands with what was cut.]";
const WAS_LONGER = "\n\n[This mail was longer. What came after this was not kept.]";

/** Signatures are short. After more lines, "--" parted two texts. */
const SIGNATURE_LINES = 15;
const SENT_MAX = 100;
/** With the address of the program. */
const LINE_MAX = 1_000;

export type CutMail = {
	/** What the writer wrote. */
	written: string;
	/** What was cut off it: quotations, signatures, and what is too long. */
	rest: string;
};

/**
 * Cuts a mail's text into what its writer wrote and the rest (product.md, rule 77). Line breaks
 * are "\n". Each line is in one of the two, in its order. If nothing would be left, all is written.
 */
export function cutReply(text: string): CutMail {
	const isLonger = text.length > TEXT_MAX;
	const { written, rest } = limit(cutLines((isLonger ? cutAt(text, TEXT_MAX) : text).split("\n")));
	return { written, rest: isLonger ? rest + WAS_LONGER : rest };
}

function cutLines(lines: string[]): CutMail {
	const { all, quoted } = findQuotations(lines);
	const cut = new Set(quoted);
	for (let at = all; at < lines.length; at += 1) cut.add(at);
	for (const at of signatures(lines, all, quoted)) cut.add(at);
	const own = lines.flatMap((line, at) => (line.trim() === "" || cut.has(at) ? [] : [at]));
	const first = own[0];
	const last = own.at(-1);
	if (first === undefined || last === undefined) return { written: joined(lines), rest: "" };
	// Who answers between the lines of a quotation needs its lines.
	const isBetween = [...quoted].some((at) => at > first && at < last);
	if (isBetween) for (const at of quoted) if (at < last) cut.delete(at);
	return {
		written: joined(lines.filter((_, at) => !cut.has(at))),
		rest: joined(lines.filter((_, at) => cut.has(at))),
	};
}

/** Returns the lines of signatures. One ends where a quotation starts, or with the mail. */
function signatures(lines: string[], all: number, quoted: Set<number>): number[] {
	const found: number[] = [];
	let end = all;
	let hasWords = false;
	let hasDashes = false;
	for (let at = all - 1; at >= 0; at -= 1) {
		const line = lines[at] ?? "";
		const isDashed: boolean = !hasDashes && end - at <= SIGNATURE_LINES && /^--\s*$/.test(line);
		if (quoted.has(at)) {
			end = at;
			hasWords = false;
			hasDashes = false;
		} else if (isDashed || (!hasWords && isSentFrom(line))) {
			for (let index = at; index < end; index += 1) found.push(index);
			end = at;
			hasWords = false;
			hasDashes ||= isDashed;
		} else hasWords ||= line.trim() !== "";
	}
	return found;
}

/** Returns whether a line is one like "Sent from my iPhone". */
function isSentFrom(line: string): boolean {
	if (line.length > LINE_MAX) return false;
	const words = line.replace(/<https?:[^<>]*>|\(https?:[^()]*\)/g, "").trim();
	return (
		words.length <= SENT_MAX && !words.includes(",") && SENT.test(words) && PRODUCT.test(words)
	);
}

/** Moves what is too long for a message into the rest. */
function limit({ written, rest }: CutMail): CutMail {
	if (written.length <= WRITTEN_MAX) return { written, rest };
	const start = cutAt(written, WRITTEN_MAX - GOES_ON.length);
	return { written: start + GOES_ON, rest: [written.slice(start.length), rest].join("\n") };
}

/** Returns the beginning of a text, up to a length, without half a character at its end. */
function cutAt(text: string, length: number): string {
	const start = text.slice(0, length);
	return start.isWellFormed() ? start : start.slice(0, -1);
}

/** Joins lines, without blank ones above and below. */
function joined(lines: string[]): string {
	return lines
		.join("\n")
		.replace(/^(?:[^\S\n]*\n)+/, "")
		.trimEnd();
}
