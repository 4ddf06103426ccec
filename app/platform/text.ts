import { z } from "zod";

const ONE_VALUE = "Please enter a single text here.";
export const UNREADABLE =
	"This has characters that can't be read (null bytes or broken encoding). Please remove them and try again.";

/** Control characters except tab and line breaks, and the remains of broken UTF-8. */
export const UNREADABLE_CHARACTERS = /[^\P{Cc}\t\n\r\u007F-\u009F]|\uFFFD|\p{Surrogate}/u;

/** Anything but white space and invisible code points, such as a zero-width space. */
export const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Returns whether a text has no unreadable characters. */
export function isReadable(value: string): boolean {
	return !UNREADABLE_CHARACTERS.test(value);
}

/** Names the place of the first unreadable character, in a text of several lines. */
function unreadable(value: string): string {
	const before = value.slice(0, value.search(UNREADABLE_CHARACTERS)).split("\n");
	if (!value.includes("\n")) return UNREADABLE;
	const character = [...(before.at(-1) ?? "")].length + 1;
	return `${UNREADABLE} The first one is in line ${before.length}, at character ${character}.`;
}

/**
 * A field for one text of at most `max` characters. `required` is the error for an empty or
 * invisible text; without it, an empty field is "".
 */
export function text({ max, required }: { max: number; required?: string }) {
	const base = z
		.string({ error: (issue) => (issue.input === undefined && required ? required : ONE_VALUE) })
		// Browsers send line breaks as CRLF, whatever was typed or pasted. Word processors also have
		// U+000B and U+000C.
		.overwrite((value) => value.replace(/\r\n?|[\v\f]/g, "\n"))
		.refine(isReadable, { error: ({ input }) => unreadable(String(input)) })
		.refine((value) => [...value].length <= max, `Please use at most ${max} characters.`);
	const filled = required ? base.refine((value) => VISIBLE.test(value), required) : base;
	return required ? filled : filled.optional().transform((value) => value ?? "");
}

/** A text as `text` takes it, without white space around it. */
export function trimmed(options: { max: number; required?: string }) {
	return text(options).transform((value) => (value ?? "").trim());
}

/** A single line: trimmed, without line breaks. */
export function line(options: { max: number; required?: string }) {
	return text(options).transform((value) => (value ?? "").replace(/\s+/gu, " ").trim());
}
