import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";

/** Copies the migrated database into a new folder. Returns the file. */
export function copyDatabase(): string {
	const template = process.env.TEST_TEMPLATE_DATABASE;
	if (!template) throw new Error("tests/kit/process/template-database.ts has not run");
	const folder = fs.mkdtempSync(path.join(path.dirname(template), "copy-"));
	const file = path.join(folder, "smallprint.db");
	fs.copyFileSync(template, file);
	return file;
}

/** Opens a database file for `work`, which only reads it. */
export function reading<T>(file: string, work: (database: Database.Database) => T): T {
	const database = new Database(file, { readonly: true, timeout: 60_000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}

/** Returns the first column of a query's rows. */
export function columnOf(file: string, sql: string, ...values: unknown[]): unknown[] {
	return reading(file, (database) =>
		database
			.prepare(sql)
			.pluck()
			.all(...values),
	);
}

/** Forgets each count at once, for rounds in which a few people do what thousands would. */
export function liftRateLimits(file: string): void {
	const database = new Database(file, { timeout: 60_000 });
	database.exec(`CREATE TRIGGER IF NOT EXISTS LiftRateLimits AFTER INSERT ON RateLimit
		BEGIN DELETE FROM RateLimit WHERE key = NEW.key; END`);
	database.close();
}
