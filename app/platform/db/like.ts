/**
 * Returns a text without its case and width. Plain SQL has it as the function `folded`, because
 * SQLite's LIKE knows the case of a to z alone.
 */
export function folded(text: string): string {
	return text.normalize("NFKC").toLowerCase();
}

/** Returns the pattern of all texts that contain `text`, for `LIKE ? ESCAPE '\'`. */
export function containing(text: string): string {
	return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
