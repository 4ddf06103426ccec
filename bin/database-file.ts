import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

const { DATABASE_URL, LITEFS_DIR } = process.env;
// An empty variable counts as not set, as in app/platform/env/env.server.ts.
const url = DATABASE_URL || "file:./data/smallprint.db";
if (!url.startsWith("file:")) {
	refuse("DATABASE_URL must start with file:, such as file:./data/smallprint.db");
}
// From the project's folder, where the server runs, whatever folder a command is called from.
const plainFile = path.resolve(import.meta.dirname, "..", url.slice("file:".length));

/** Returns the path of the database file that the server opens in this environment. */
export function databaseFile(): string {
	return LITEFS_DIR ? path.join(LITEFS_DIR, path.basename(plainFile)) : plainFile;
}

/** Returns the default folder for backups. It is never LiteFS's, which allows no subfolders. */
export function backupFolder(): string {
	return path.join(path.dirname(plainFile), "backups");
}

/** Returns the names of this release's migrations, the first one first. */
export function migrationNames(): string[] {
	return fs
		.readdirSync(path.join(import.meta.dirname, "../prisma/migrations"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.sort();
}

/** Returns the names of the migrations that a database has. Throws where it has no table of them. */
export function appliedTo(database: Database.Database): string[] {
	const applied = database.prepare(
		"SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL",
	);
	return applied.pluck().all() as string[];
}

/**
 * Copies what a database holds at this moment, its write-ahead log included, to a file that only
 * this user may read. Throws what SQLite and the file system throw.
 */
export function copyDatabase(source: string, target: string): void {
	fs.closeSync(fs.openSync(target, "w", 0o600));
	const database = new Database(source, { readonly: true, timeout: 10_000 });
	try {
		database.prepare("VACUUM INTO ?").run(target);
	} finally {
		database.close();
	}
}

/** A database's contents, or a sentence that says what is wrong with it. */
export type Inspection = { accounts: number; migrations: string[]; megabytes: string } | string;

/** Reads a whole database file and checks that it is undamaged and Smallprint's. */
export function inspect(file: string): Inspection {
	if (!fs.existsSync(file)) return `There is no ${file}.`;
	if (fs.statSync(file).isDirectory()) return `${file} is a folder.`;
	let database: Database.Database | undefined;
	try {
		database = new Database(file, { readonly: true });
		const integrity = database.pragma("integrity_check", { simple: true });
		if (integrity !== "ok") return `${file} is damaged: ${integrity}`;
		if ((database.pragma("foreign_key_check") as unknown[]).length > 0) {
			return `${file} is damaged: rows refer to others that are not there.`;
		}
		const accounts = database.prepare("SELECT count(*) FROM User").pluck().get() as number;
		const migrations = appliedTo(database);
		return { accounts, migrations, megabytes: (fs.statSync(file).size / 1e6).toFixed(1) };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return `${file} is not a database of Smallprint: ${reason}.`;
	} finally {
		database?.close();
	}
}

/** Flushes a file to disk, then renames it to the name that other code trusts. */
export function settle(file: string, name: string): void {
	const descriptor = fs.openSync(file, "r+");
	fs.fsyncSync(descriptor);
	fs.closeSync(descriptor);
	fs.renameSync(file, name);
}

/**
 * Returns the current UTC time in a form that file names allow, to the millisecond: what is set aside
 * must not replace what was set aside in the same second.
 */
export function stamp(): string {
	return new Date().toISOString().slice(0, 23).replaceAll(":", "");
}

/** Returns the sentence that names the secret, which a backup needs and doesn't contain. */
export function secretAdvice(file: string): string {
	const beside = path.join(path.dirname(file), "secret");
	if (!process.env.APP_URL && !fs.existsSync(beside)) {
		return `There is no ${beside}. Put the one there that was beside the copied database: without it, queued mail can't be opened, and conversations get new addresses.`;
	}
	const secret = process.env.APP_URL ? "SESSION_SECRET" : beside;
	return `${secret} belongs to it: without it, queued mail can't be opened, and conversations get new addresses. Keep it elsewhere too.`;
}

/** Ends the process with a sentence for the operator. */
export function refuse(sentence: string): never {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}
