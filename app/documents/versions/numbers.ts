const NUMBER = /^[1-9]\d{0,8}$/;
const RANGE = /^(\d+)-(\d+)$/;

/** Returns a version's number as an address has it, or null: it can be none. */
export function readNumber(text = ""): number | null {
	return NUMBER.test(text) ? Number(text) : null;
}

/** Returns the two versions of a comparison as an address has them, such as "4-7", or null. */
export function readRange(text = ""): [from: number, to: number] | null {
	const [, first, second] = RANGE.exec(text) ?? [];
	const [from, to] = [readNumber(first), readNumber(second)];
	return from === null || to === null ? null : [from, to];
}
