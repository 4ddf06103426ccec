import fs from "node:fs";
import Database from "better-sqlite3";
import { env } from "~/lib/env.server";

/** Every row of every table, for comparing what an act changed. */
export function dumpDatabase(file = env.databaseFile): Record<string, unknown[]> {
	const database = new Database(file, { readonly: true });
	try {
		const tables = database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
			.pluck()
			.all() as string[];
		return Object.fromEntries(
			tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all()]),
		);
	} finally {
		database.close();
	}
}

/** The bytes of the database on disk, its write-ahead log included. */
export function databaseBytes(): Buffer {
	const files = [env.databaseFile, `${env.databaseFile}-wal`].filter((file) => fs.existsSync(file));
	return Buffer.concat(files.map((file) => fs.readFileSync(file)));
}
