import fs from "node:fs";
import { env } from "#app/platform/env/env.server.ts";
import { readTables } from "./dump.ts";

/** Returns every row of every table, to see what an action changed. */
export function readDatabase(file = env.databaseFile): Record<string, unknown[]> {
	return readTables(file);
}

/** Returns the bytes of the database on disk, with its write-ahead log. */
export function databaseBytes(): Buffer {
	const files = [env.databaseFile, `${env.databaseFile}-wal`].filter((file) => fs.existsSync(file));
	return Buffer.concat(files.map((file) => fs.readFileSync(file)));
}
