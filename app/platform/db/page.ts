/** Returns the range of a list's page, counted from 1. */
export function rangeOf(page: number, size: number): { skip: number; take: number } {
	return { skip: (page - 1) * size, take: size };
}
