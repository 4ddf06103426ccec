import { MARKERS } from "#app/conversations/by-mail/marker.ts";
import { FORWARDED, HEADERS, ORIGINAL, WROTE } from "./words.ts";

/** Programs wrap "On Friday … wrote:" to few lines. */
const ATTRIBUTION_LINES = 5;
const HEADER_LINES = 12;
/** Attributions and headers are short. Longer lines are not looked at. */
const LINE_MAX = 1_000;

const DATE =
	/(?:^|[^\p{L}\d])(?:(?:19|20)\d{2}(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)|\d{2}年)/u;
const TIME = /\d{1,2}(?:[:.]|h| h )\d{2}|\d時/;
const ADDRESS = /[^\s<>()[\]"@]@[^\s<>()[\]"@]+\.[^\s<>()[\]"@]/;
/** The address of who wrote, as the last words. */
const NAMED_LAST = /<[^\s<>@]+@[^\s<>@]+> ?[:：] *$/u;
/** A header's name and what follows it. Programs write it bold, which is `*` in plain text. */
const HEADER = /^[\s*_]*(\p{L}[\p{L} ]{0,24}?)[\s*_]*[:：]/u;
const DIVIDER = /^\s*(?:[_=-]{5,}|\*{5,})\s*$/;

const MARKER_LETTERS = new Set(MARKERS.map(lettersOf));
const MARKER_MAX = 100;

/** A quotation without marks at its lines starts at `all`. The lines of `quoted` belong to others. */
export type Quotations = { all: number; quoted: Set<number> };

/**
 * Finds what a mail quotes: the line from which on all is quoted, which is after the last line for
 * none, and the lines before it that are marked with ">" or say who wrote what is marked. What is
 * marked above the words that introduce a quotation is the writer's own, such as lines of a log.
 */
export function findQuotations(lines: string[]): Quotations {
	const quoted = new Set<number>();
	let isIntroduced = false;
	let isForwarded = false;
	for (let at = 0; at < lines.length; at += 1) {
		const line = lines[at] ?? "";
		const isSkipped = (isForwarded && !isMarker(line)) || line.length > LINE_MAX;
		if (isSkipped) continue;
		if (FORWARDED.test(line)) isForwarded = true;
		else if (isMarked(line)) quoted.add(at);
		else {
			const start = startOfQuotation(lines, at);
			if (start === null) continue;
			if (!isIntroduced) quoted.clear();
			if (isMarker(line) || !isMarked(nextWords(lines, at))) return { all: start, quoted };
			for (let index = start; index <= at; index += 1) quoted.add(index);
			isIntroduced = true;
		}
	}
	return { all: lines.length, quoted };
}

/** Returns where a quotation starts that a line shows: our own, headers, or who wrote; or null. */
function startOfQuotation(lines: string[], at: number): number | null {
	const line = lines[at] ?? "";
	if (isMarker(line)) return startAbove(lines, at);
	if (ORIGINAL.test(line) || isHeaderBlock(lines, at)) return afterDivider(lines, at);
	return startOfAttribution(lines, at);
}

/** Returns the next line below one that is not blank; "" for none. */
function nextWords(lines: string[], at: number): string {
	let next = at + 1;
	while (next < lines.length && (lines[next] ?? "").trim() === "") next += 1;
	return lines[next] ?? "";
}

function isMarked(line: string): boolean {
	// Programs may wrap "<mail@example.com>:" before its last two characters.
	return /^[\s\uFEFF]{0,3}>(?![:：])/u.test(line);
}

/** Returns whether a line is the one that our mails have above all, which no ">" marks. */
function isMarker(line: string): boolean {
	return line.length < MARKER_MAX && !isMarked(line) && MARKER_LETTERS.has(lettersOf(line));
}

function lettersOf(line: string): string {
	return line.replace(/[^\p{L}]/gu, "").toLowerCase();
}

/** Returns where "On Friday … wrote:" starts that ends in a line, or null. */
function startOfAttribution(lines: string[], end: number): number | null {
	if (!/(?:[:：]|wrote -{2,})[\s*_]*$/u.test(lines[end] ?? "")) return null;
	const next = nextWords(lines, end);
	let text = "";
	for (let start = end; start >= 0 && start > end - ATTRIBUTION_LINES; start -= 1) {
		const line = lines[start] ?? "";
		if (line.trim() === "" || line.length > LINE_MAX || isMarked(line)) return null;
		text = `${line.trim()} ${text}`;
		if (/\d/.test(text) && isAttribution(text, next)) return start;
	}
	return null;
}

/**
 * Returns whether words say who wrote what follows them. The less certain that is, the more they
 * must say.
 */
function isAttribution(text: string, next: string): boolean {
	if (!DATE.test(text)) return false;
	if (isMarker(next.replace(/^[\s>]+/, ""))) return true;
	const isNamed = ADDRESS.test(text);
	if (isMarked(next)) return isNamed || (TIME.test(text) && WROTE.test(text));
	return isNamed && (WROTE.test(text) || NAMED_LAST.test(text));
}

/** Returns whether the headers of a mail start in a line, as Outlook puts them above a quotation. */
function isHeaderBlock(lines: string[], start: number): boolean {
	if (headerOf(lines[start] ?? "") === null) return false;
	const found = new Set<string>();
	for (const line of lines.slice(start, start + HEADER_LINES)) {
		if (line.trim() === "") break;
		const header = headerOf(line);
		if (header) found.add(header);
	}
	return found.has("from") && found.has("date") && (found.has("to") || found.has("subject"));
}

function headerOf(line: string): string | null {
	if (line.length > LINE_MAX) return null;
	const [, name = ""] = HEADER.exec(line) ?? [];
	return HEADERS.get(name.trim().toLowerCase()) ?? null;
}

/** Returns where the headers above our marker start, in any language; the marker, without any. */
function startAbove(lines: string[], marker: number): number {
	let start = marker;
	while (start > 0 && (lines[start - 1] ?? "").trim() === "") start -= 1;
	const end = start;
	while (start > 0 && HEADER.test((lines[start - 1] ?? "").slice(0, LINE_MAX))) start -= 1;
	return end - start >= 3 ? afterDivider(lines, start) : marker;
}

/** Returns where the line starts that parts a quotation from what is above it, if there is one. */
function afterDivider(lines: string[], start: number): number {
	let above = start - 1;
	while (above >= 0 && (lines[above] ?? "").trim() === "") above -= 1;
	return above >= 0 && DIVIDER.test(lines[above] ?? "") ? above : start;
}
