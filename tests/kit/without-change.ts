import { expect } from "vitest";
import { dumpDatabase } from "./dump-database.ts";

/** Returns what `work` returns. Fails the test if `work` changes the database. */
export async function withoutChange<T>(work: () => Promise<T>): Promise<T> {
	const before = dumpDatabase();
	const outcome = await work();
	expect(dumpDatabase()).toEqual(before);
	return outcome;
}
