/** Why a command can't use its database, in one sentence that says what to do. */
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { appliedTo } from "./database-file.ts";

/** What SQLite says when it can't begin to write, and what to do about it. */
const REASONS: [code: RegExp, advice: (file: string) => string][] = [
	[/^SQLITE_BUSY/, (file) => `Another program has ${file} open: stop the server, then try again.`],
	[
		/^SQLITE_NOTADB/,
		(file) =>
			`${file} is no database. Check DATABASE_URL, or put back a copy: npm run restore -- COPY`,
	],
	[
		/^SQLITE_(CORRUPT|IOERR)/,
		(file) =>
			`${file} is damaged, or its disk is faulty. Copy all files of its folder away, then put back a copy: npm run restore -- COPY`,
	],
	[/^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EROFS|EPERM|ENOTDIR)/, mayNotWrite],
	[
		/^(SQLITE_FULL|ENOSPC)/,
		(file) =>
			`The disk of ${file} is full. Make room for as much again as the database takes, then try again.`,
	],
];

const SMALL_WRITE_BYTES = 200_000;

/** A clock before this is one that nobody has set. */
const EARLIEST = new Date("2020-01-01T00:00:00Z");

/** Returns why the server can't start with a database file; null if it can. */
export function whyNotServed(file: string, migrations: string[]): string | null {
	const now = new Date();
	if (now < EARLIEST) {
		return `This machine's clock says ${now.toISOString().slice(0, 10)}. Set it (timedatectl set-ntp true), then start again.`;
	}
	if (!fs.existsSync(file)) {
		return `There is no ${file}. Check DATABASE_URL and that its volume is mounted, or make a new database: npm run migrate`;
	}
	const known = tryTo(file, { readonly: true }, (database) => {
		const missing = migrations.filter((name) => !appliedTo(database).includes(name));
		if (missing.length === 0) return undefined;
		return `${file} is of an earlier release and lacks ${missing.join(", ")}. Copy it, then: npm run migrate`;
	});
	return known ?? null;
}

/** Returns why a database's migrations were not applied, as a sentence that says what to do. */
export function whyNotMigrated(file: string, error: unknown): string {
	const known = tryToWrite(file) ?? sentenceOf(file, error);
	const { message } = error as Error;
	return known ?? `The migrations of ${file} failed, and none was applied: ${message}`;
}

function sentenceOf(file: string, error: unknown): string | undefined {
	const { code = "" } = error as { code?: string };
	// On a full disk, SQLite also says that it can't read, and the engine hides what SQLite says.
	const text = isDiskFull(file) ? "ENOSPC" : code;
	return REASONS.find(([one]) => one.test(text))?.[1](file);
}

/** Returns whether a file's disk has no room for even a small write. */
export function isDiskFull(file: string): boolean {
	try {
		const { bavail, bsize } = fs.statfsSync(path.dirname(file));
		return bavail * bsize < SMALL_WRITE_BYTES;
	} catch {
		return false;
	}
}

/** The engine tells little of what SQLite says, so the same is tried without it. */
function tryToWrite(file: string): string | undefined {
	return tryTo(file, { readonly: false }, (database) => {
		database.exec("BEGIN IMMEDIATE; ROLLBACK");
		const broken = database.prepare(
			"SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL",
		);
		const name = broken.pluck().get();
		if (name === undefined) return undefined;
		return `An earlier release was stopped within the migration ${name}. Put back the copy from before that, by which all migrations begin anew: npm run restore -- COPY`;
	});
}

/** Returns what `work` says of a database, or why it can't be opened or is not Smallprint's. */
function tryTo(
	file: string,
	options: { readonly: boolean },
	work: (database: Database.Database) => string | undefined,
): string | undefined {
	let database: Database.Database | undefined;
	try {
		if (fs.statSync(file).isDirectory()) {
			return `${file} is a folder. Set DATABASE_URL to a file in it: file:${file}/smallprint.db`;
		}
		database = new Database(file, { ...options, timeout: 0, fileMustExist: true });
		const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
		const names = tables.pluck().all();
		if (names.length > 0 && !names.includes("_prisma_migrations")) {
			return `${file} is another program's database. Check DATABASE_URL.`;
		}
		return work(database);
	} catch (error) {
		return sentenceOf(file, error);
	} finally {
		database?.close();
	}
}

function mayNotWrite(file: string): string {
	return `This user may not write ${file} and its folder. Give them to it: chown -R USER ${path.dirname(file)}`;
}
