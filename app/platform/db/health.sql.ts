import { db } from "./db.server.ts";

/** Reads one row. Throws when the database can't be read. */
export async function probeDatabase(): Promise<void> {
	await db.$queryRaw`SELECT 1 FROM User LIMIT 1`;
}
