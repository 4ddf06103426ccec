/** Returns the pattern of all texts that contain `text`, for `LIKE ? ESCAPE '\'`. */
export function containing(text: string): string {
	return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
