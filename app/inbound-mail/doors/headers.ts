/** A header of a mail, and the headers in their order, the topmost first. */
export type Header = { name: string; value: string };

/** Returns the values of the headers of a name, in any case. */
export function valuesOf(headers: readonly Header[], name: string): string[] {
	const wanted = name.toLowerCase();
	return headers
		.filter((one) => one.name.toLowerCase() === wanted)
		.map(({ value }) => value.trim());
}

/** Returns the value of the topmost header of a name; "" for none. */
export function firstOf(headers: readonly Header[], name: string): string {
	return valuesOf(headers, name)[0] ?? "";
}

/** Returns a mail's Message-ID with its angle brackets; "" for none that can be named again. */
export function messageIdOf(headers: readonly Header[]): string {
	return /^<[^<>\s]+>$/.exec(firstOf(headers, "Message-ID"))?.[0] ?? "";
}
