/**
 * `npm run restore -- FILE` replaces the database by a backup and keeps the old file aside. It
 * needs `--yes` when a database exists, and refuses while a server uses one that is undamaged.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import {
	copyDatabase,
	databaseFile,
	inspect,
	migrationNames,
	refuse,
	secretAdvice,
	settle,
	stamp,
} from "./database-file.ts";
import { applyMigrations } from "./migrate.ts";
import { isDiskFull, whyNotMigrated } from "./why-not.ts";

const { values: flags, positionals } = parseArgs({
	allowPositionals: true,
	options: { yes: { type: "boolean", default: false } },
});
const [named] = positionals;
if (!named) refuse("Usage: npm run restore -- FILE [--yes]");
if (process.env.LITEFS_DIR) {
	refuse("Under LiteFS, a copy goes in by: litefs import -name smallprint.db FILE");
}
const source = path.resolve(named);
const target = databaseFile();
const copy = inspect(source);
if (typeof copy === "string") refuse(`${copy} Nothing was changed.`);
const known = migrationNames();
if (copy.migrations.some((name) => !known.includes(name))) {
	refuse(`${source} was made by a newer Smallprint than this. Nothing was changed.`);
}

const aside = `${target}.replaced-${stamp()}`;
if (fs.existsSync(target)) {
	if (!flags.yes) {
		refuse(
			`${target} is there. It would be kept as ${aside}, and ${source} (${copy.accounts} accounts) put in its place. To do that: npm run restore -- ${named} --yes`,
		);
	}
	closeOrRefuse(target);
}
const unfinished = `${target}.part`;
try {
	fs.mkdirSync(path.dirname(target), { recursive: true });
	removeUnfinished();
	copyDatabase(source, unfinished);
} catch (error) {
	removeUnfinished();
	const reason = isDiskFull(target) ? "the disk is full" : (error as Error).message;
	refuse(`${source} can't be copied beside ${target}: ${reason}. Nothing was changed.`);
}
await applyMigrations(unfinished).catch((error) => {
	const reason = whyNotMigrated(unfinished, error);
	removeUnfinished();
	refuse(`${reason} Nothing was changed.`);
});
// Not before the copy is whole: a start without a database would make an empty one.
const wasThere = setAside();
settle(unfinished, target);
process.stdout.write(`${target} is ${source} now: ${copy.accounts} accounts.\n`);
if (wasThere) process.stdout.write(`What was there before is ${aside}.\n`);
process.stdout.write(`${secretAdvice(target)}\n`);

/** Removes the copy while it is made, and its logs: SQLite would apply one to the next copy. */
function removeUnfinished(): void {
	const endings = ["", "-journal", "-wal", "-shm"].filter((one) => fs.existsSync(unfinished + one));
	for (const ending of endings) fs.rmSync(unfinished + ending);
}

/** Folds the write-ahead log into the file. SQLite does so only when nobody else has it open. */
function closeOrRefuse(file: string): void {
	const database = new Database(file, { timeout: 1_000 });
	try {
		if (database.pragma("journal_mode = DELETE", { simple: true }) === "delete") return;
	} catch (error) {
		// Whether a damaged database is in use can't be known. It is kept with its log.
		if (/^SQLITE_(?:NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? "")) return;
	} finally {
		database.close();
	}
	if (isDiskFull(file))
		refuse(`The disk of ${file} is full. Make room first. Nothing was changed.`);
	refuse(`${file} is in use. Stop the server first. Nothing was changed.`);
}

/**
 * Moves the old database aside and returns whether there was one. Its write-ahead log goes along:
 * SQLite would apply a log that is left behind to the restored copy.
 */
function setAside(): boolean {
	const there = ["", "-wal", "-shm"].filter((ending) => fs.existsSync(target + ending));
	for (const ending of there) fs.renameSync(target + ending, aside + ending);
	return there.length > 0;
}
