/** The value of each digit of every script, made when it is first needed. */
let values: Map<string, string> | undefined;

/**
 * Returns a number as people type it in 0 to 9: without spaces and invisible marks, such as those of
 * bidirectional text, and with the digits of every script that Intl knows.
 */
export function plainDigits(text: string): string {
	values ??= digitValues();
	const visible = text.normalize("NFKC").replace(/[\s\p{Cf}]/gu, "");
	return Array.from(visible, (character) => values?.get(character) ?? character).join("");
}

function digitValues(): Map<string, string> {
	const digits = new Map<string, string>();
	for (const numberingSystem of Intl.supportedValuesOf("numberingSystem")) {
		const format = new Intl.NumberFormat("en", { numberingSystem });
		for (let value = 0; value < 10; value += 1) digits.set(format.format(value), String(value));
	}
	return digits;
}
