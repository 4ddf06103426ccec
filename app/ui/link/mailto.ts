/** Returns the mailto URL of an address, escaped so that no character begins a query. */
export function mailto(email: string): string {
	return `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;
}
