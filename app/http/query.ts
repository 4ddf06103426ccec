/** The query of an address with these values; empty ones are left out. */
export function toQuery(values: Record<string, string>): string {
	return `?${new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""))}`;
}
