import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { inserter } from "./inserter.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../prisma/migrations");

/** Creates a database with only the migrations before the given one. */
export function databaseBefore(migration: string) {
	const database = new Database(":memory:");
	const apply = (name: string) =>
		database.exec(fs.readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8"));
	const names = fs.readdirSync(MIGRATIONS).toSorted();
	for (const name of names.slice(0, names.indexOf(migration))) apply(name);
	return { database, apply };
}

export function insert(
	database: Database.Database,
	table: string,
	row: Record<string, unknown>,
): void {
	inserter(database)(table, row);
}
