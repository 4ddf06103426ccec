/** Returns whether an error, or one inside it, has such a code of Prisma's or SQLite's. */
export function hasCode(error: unknown, codes: RegExp): boolean {
	if (typeof error !== "object" || error === null) return false;
	const { code, originalCode, cause, meta } = error as Record<string, unknown>;
	if ([code, originalCode].some((one) => typeof one === "string" && codes.test(one))) return true;
	const inner = (meta as { driverAdapterError?: unknown } | undefined)?.driverAdapterError;
	return hasCode(cause, codes) || hasCode(inner, codes);
}
