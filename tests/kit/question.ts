/** Returns the answer to the captcha in a text. */
export function sumOf(text: string): string {
	const [, a, b] = /What is (\d+) \+ (\d+)\?/.exec(text) ?? [];
	if (!a || !b) throw new Error("There is no question");
	return String(Number(a) + Number(b));
}

/** Returns the captcha's token in a page or a JSON response. */
export function questionIn(text: string): string {
	const [, token] =
		/name="question" value="([^"]+)"/.exec(text) ?? /"token":"([^"]+)"/.exec(text) ?? [];
	if (!token) throw new Error("There is no question");
	return token;
}
