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

const PUT_BACK = "The database is damaged: put back an earlier copy: npm run restore -- COPY";

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
	const { code = "", message } = error as Error & { code?: string };
	const advice = /^SQLITE_(?:CORRUPT|NOTADB)/.test(code)
		? PUT_BACK
		: "Name a file on a disk with room: npm run backup -- FILE";
	refuse(`${source} can't be copied: ${message}. Nothing was changed. ${advice}`);
}
const copy = inspect(unfinished);
if (typeof copy === "string") {
	fs.rmSync(unfinished);
	refuse(`The copy is damaged and was deleted. ${copy} ${PUT_BACK}`);
}
settle(unfinished, target);
process.stdout.write(
	`Copied to ${target}: ${copy.megabytes} MB, ${copy.accounts} accounts. The copy was read and checked.\n${secretAdvice(source)}\n`,
);
