/**
 * `npm run backup` copies the database to a new file in the folder `backups` beside it;
 * `npm run backup -- FILE` copies it to that file. The server may run: the copy is a snapshot.
 */
import fs from "node:fs";
import path from "node:path";
import {
	backupFolder,
	copyDatabase,
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

try {
	fs.mkdirSync(path.dirname(target), { recursive: true });
	fs.rmSync(unfinished, { force: true });
	copyDatabase(source, unfinished);
} catch (error) {
	if (fs.existsSync(unfinished)) fs.rmSync(unfinished);
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
