/**
 * `npm run restore -- FILE` replaces the database by a backup and keeps the old file aside. It
 * needs `--yes` when a database exists, and refuses while a server uses one that is undamaged.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import {
	backupFolder,
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
if (typeof copy === "string") refuse(`${copy} ${otherCopy()} Nothing was changed.`);
if (source === target)
	refuse(`${target} is the database itself. Name a copy. Nothing was changed.`);
const known = migrationNames();
if (copy.migrations.some((name) => !known.includes(name))) {
	refuse(
		`${source} was made by a newer Smallprint than this. Install that one, or name an older copy. Nothing was changed.`,
	);
}

const aside = `${target}.replaced-${stamp()}`;
let isDamaged = false;
if (fs.existsSync(target)) {
	if (!flags.yes) {
		refuse(
			`${target} is there. It would be kept as ${aside}, and ${source} (${copy.accounts} accounts) put in its place. To do that: npm run restore -- ${named} --yes`,
		);
	}
	isDamaged = !isClosed(target);
}
const unfinished = `${target}.part`;
try {
	fs.mkdirSync(path.dirname(target), { recursive: true });
	removeUnfinished();
	copyDatabase(source, unfinished);
} catch (error) {
	removeUnfinished();
	const { code = "", message } = error as Error & { code?: string };
	const isFull = isDiskFull(target) || /^(?:SQLITE_FULL|ENOSPC)/.test(code);
	const reason = isFull
		? "the disk is full. Delete what it doesn't need, such as older .replaced- files"
		: message;
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
process.stdout.write(
	isDamaged
		? "Whether a server has the damaged database open can't be seen. If a server still runs, stop it: it saves into the old file. Then start it again.\n"
		: "Start the server.\n",
);

/** Says which copy to take instead of a bad one. */
function otherCopy(): string {
	const folder = backupFolder();
	const copies = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
	const newest = copies
		.filter((name) => name.endsWith(".db"))
		.sort()
		.at(-1);
	if (!newest || path.join(folder, newest) === source) return "Name another copy.";
	return `The newest copy beside the database is ${path.basename(folder)}/${newest}.`;
}

/** Removes the copy while it is made, and its logs: SQLite would apply one to the next copy. */
function removeUnfinished(): void {
	const endings = ["", "-journal", "-wal", "-shm"].filter((one) => fs.existsSync(unfinished + one));
	for (const ending of endings) fs.rmSync(unfinished + ending);
}

/**
 * Folds the write-ahead log into the file, which SQLite does only when nobody else has it open, and
 * refuses otherwise. Returns false for a damaged database, of which that can't be known: it is kept
 * with its log.
 */
function isClosed(file: string): boolean {
	const database = new Database(file, { timeout: 1_000 });
	try {
		if (database.pragma("journal_mode = DELETE", { simple: true }) === "delete") {
			// As it was, for a server that starts with it again because the copy can't be put back.
			database.pragma("journal_mode = WAL");
			return true;
		}
	} catch (error) {
		if (/^SQLITE_(?:NOTADB|CORRUPT)/.test((error as { code?: string }).code ?? "")) return false;
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
