import { db } from "./db.server.ts";

/** Reads one row, to see that the database can be read. Throws when it can't. */
export async function probeDatabase(): Promise<void> {
	await db.$queryRaw`SELECT 1 FROM User LIMIT 1`;
}
