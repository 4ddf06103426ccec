/**
 * `npm run restore -- FILE` puts a copy in the place of the database, which is kept aside. Where there
 * is a database, it asks for `--yes`; while a server runs on it, it refuses.
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { applyMigrations } from "../prisma/migrate.ts";
import { databaseFile, inspect, refuse, secretAdvice, settle, stamp } from "./database-file.ts";

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
const known = fs.readdirSync(path.join(import.meta.dirname, "../prisma/migrations"));
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
	fs.renameSync(target, aside);
}
fs.mkdirSync(path.dirname(target), { recursive: true });
const unfinished = `${target}.part`;
fs.copyFileSync(source, unfinished);
fs.chmodSync(unfinished, 0o600);
settle(unfinished, target);
await applyMigrations(target);
process.stdout.write(`${target} is ${source} now: ${copy.accounts} accounts.\n`);
if (fs.existsSync(aside)) process.stdout.write(`What was there before is ${aside}.\n`);
process.stdout.write(`${secretAdvice(target)}\n`);

/** Folds the log into the file, which SQLite does for its only user alone. */
function closeOrRefuse(file: string): void {
	try {
		const database = new Database(file, { timeout: 1_000 });
		const mode = database.pragma("journal_mode = DELETE", { simple: true });
		database.close();
		if (mode === "delete") return;
	} catch {
		// Locked: said below.
	}
	refuse(`${file} is in use. Stop the server first. Nothing was changed.`);
}
