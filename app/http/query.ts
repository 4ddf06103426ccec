/** Returns the query string for these values, without the empty ones. */
export function toQuery(values: Record<string, string>): string {
	return `?${new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))}`;
}
