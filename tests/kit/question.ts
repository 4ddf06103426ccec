/** The answer to the question that stands in a text. */
export function sumOf(text: string): string {
	const [, a, b] = /What is (\d+) \+ (\d+)\?/.exec(text) ?? [];
	if (!a || !b) throw new Error("There is no question");
	return String(Number(a) + Number(b));
}

/** The question that a page or a JSON answer asks, as its token. */
export function questionIn(text: string): string {
	const [, token] =
		/name="question" value="([^"]+)"/.exec(text) ?? /"token":"([^"]+)"/.exec(text) ?? [];
	if (!token) throw new Error("There is no question");
	return token;
}
