/**
 * `npm run backup` copies the database to a new file in the folder `backups` beside it;
 * `npm run backup -- FILE` copies it to that file. The server may run: the copy is a snapshot.
 */
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import {
	backupFolder,
	databaseFile,
	inspect,
	refuse,
	secretAdvice,
	settle,
	stamp,
} from "./database-file.ts";

const source = databaseFile();
const [named] = process.argv.slice(2);
const target = path.resolve(named ?? path.join(backupFolder(), `smallprint-${stamp()}.db`));
const unfinished = `${target}.part`;

if (!fs.existsSync(source)) refuse(`There is no ${source}. DATABASE_URL says where it is.`);
if (fs.existsSync(target)) refuse(`${target} exists already. Name another file.`);
fs.mkdirSync(path.dirname(target), { recursive: true });
fs.rmSync(unfinished, { force: true });

try {
	// Only this user may read the copy: it holds what people wrote.
	fs.closeSync(fs.openSync(unfinished, "w", 0o600));
	const database = new Database(source, { readonly: true, timeout: 10_000 });
	database.prepare("VACUUM INTO ?").run(unfinished);
	database.close();
} catch (error) {
	fs.rmSync(unfinished, { force: true });
	const reason = error instanceof Error ? error.message : String(error);
	refuse(`${source} can't be copied: ${reason}. Nothing was changed.`);
}
const copy = inspect(unfinished);
if (typeof copy === "string") {
	fs.rmSync(unfinished);
	refuse(`The copy is damaged and was deleted. ${copy}`);
}
settle(unfinished, target);
process.stdout.write(
	`Copied to ${target}: ${copy.megabytes} MB, ${copy.accounts} accounts. The copy was read and checked.\n${secretAdvice(source)}\n`,
);
