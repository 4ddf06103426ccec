/**
 * Loaded into the server before anything else (`--import`): writes every SQL statement that Prisma
 * or the app prepares into the file STATEMENTS, one JSON line each.
 */
import fs from "node:fs";
import Database from "better-sqlite3";

const file = process.env.STATEMENTS;
const seen = new Set<string>();
const { prepare } = Database.prototype;

if (file) {
	Database.prototype.prepare = function (this: Database.Database, sql: string) {
		if (!seen.has(sql)) {
			seen.add(sql);
			fs.appendFileSync(file, `${JSON.stringify(sql)}\n`);
		}
		return prepare.call(this, sql);
	} as typeof prepare;
}
