/** Returns whether an error, or one inside it, has such a code of Prisma's or SQLite's. */
export function hasCode(error: unknown, codes: RegExp): boolean {
	return codesOf(error).some((code) => codes.test(code));
}

/** Returns the codes of an error and of those inside it, such as P2036 and SQLITE_BUSY. */
export function codesOf(error: unknown): string[] {
	if (typeof error !== "object" || error === null) return [];
	const { code, originalCode, cause, meta } = error as Record<string, unknown>;
	const inner = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
	const own = [code, originalCode].filter((one) => typeof one === "string");
	return [...own, ...codesOf(cause), ...codesOf(inner)];
}
