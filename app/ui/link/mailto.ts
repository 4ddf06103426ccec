/** The link that writes to an address, whatever characters are in it: none begins a query. */
export function mailto(email: string): string {
	return `mailto:${email.split("@").map(encodeURIComponent).join("@")}`;
}
