/** What counts of a mail's text, and what was cut off it. */
export function cutReply(text: string): { written: string; rest: string } {
	return { written: text, rest: "" };
}
