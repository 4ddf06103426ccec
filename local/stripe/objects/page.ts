/** The address of a page of the till's, at the app that the way back leads to. */
export function pageOf(kind: "checkout" | "portal", id: string, wayBack: string): string {
	return new URL(`/local/till/${kind}/${id}`, wayBack).href;
}
