/** Returns a field's value as text, and "" for none or for the list of a field that came twice. */
export function textOf(value: unknown): string {
	return typeof value === "string" ? value : "";
}
