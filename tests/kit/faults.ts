import type { z } from "zod";

/** Returns the messages of a schema about some values; none when it accepts them. */
export function faultsOf(schema: z.ZodType, values: unknown): string[] {
	return schema.safeParse(values).error?.issues.map(({ message }) => message) ?? [];
}
