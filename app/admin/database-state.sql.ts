import { readRow, readRows } from "#app/platform/db/db.server.ts";

/** Returns the database's journal mode, such as "wal". */
export function readJournalMode(): string {
	return readRow<{ journal_mode: string }>("PRAGMA journal_mode", [])?.journal_mode ?? "unknown";
}

const MIGRATIONS = `SELECT migration_name AS name FROM _prisma_migrations
	WHERE finished_at IS NOT NULL ORDER BY migration_name DESC`;

/** Returns the names of the applied migrations, newest first. */
export function listMigrations(): string[] {
	return readRows<{ name: string }>(MIGRATIONS, []).map(({ name }) => name);
}
