import fs from "node:fs";
import { env } from "#app/platform/env.server.ts";
import { readTables } from "./dump.ts";

/** Every row of every table, for comparing what an act changed. */
export function dumpDatabase(file = env.databaseFile): Record<string, unknown[]> {
	return readTables(file);
}

/** The bytes of the database on disk, its write-ahead log included. */
export function databaseBytes(): Buffer {
	const files = [env.databaseFile, `${env.databaseFile}-wal`].filter((file) => fs.existsSync(file));
	return Buffer.concat(files.map((file) => fs.readFileSync(file)));
}
