/** The intent of the buttons that show a page again with what stands in the box to write in. */
export const READ = "read";
/** The intent of the button that sends a reply and sets the conversation to resolved. */
export const RESOLVE = "resolve";

export const STATUSES = ["new", "in_progress", "resolved", "closed"] as const;
export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

/** "In progress" for in_progress. */
export function labelOf(value: string): string {
	const words = value.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the text of each column in which two rows differ, for the audit log. */
export function changesBetween<Column extends string>(
	before: Record<NoInfer<Column>, unknown>,
	after: Record<NoInfer<Column>, unknown>,
	texts: Record<Column, string>,
): string[] {
	const columns = Object.keys(texts) as Column[];
	return columns.filter((name) => before[name] !== after[name]).map((name) => texts[name]);
}
