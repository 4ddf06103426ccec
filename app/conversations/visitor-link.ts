/** Reads the id and the token of a visitor's link. Returns null when either is missing. */
export function readLink(source: {
	get(name: string): unknown;
}): { id: string; token: string } | null {
	const id = source.get("id");
	const token = source.get("token");
	if (typeof id !== "string" || typeof token !== "string" || !id || !token) return null;
	return { id, token };
}
