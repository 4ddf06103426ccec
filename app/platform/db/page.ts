/** Returns the range of a list's page, counted from 1. */
export function rangeOf(page: number, size: number): { skip: number; take: number } {
	return { skip: (page - 1) * size, take: size };
}

/** Returns whether a number from an address can be in a column of type Int: Prisma throws else. */
export function fitsInt(number: number): boolean {
	return Number.isInteger(number) && Math.abs(number) < 2 ** 31;
}
