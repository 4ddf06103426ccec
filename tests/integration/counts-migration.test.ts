import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";

const MIGRATIONS = path.join(import.meta.dirname, "../../prisma/migrations");
const COUNTS = "20261121112000_counts";

test("a database that was in use before the counts has them from its rows", () => {
	const database = new Database(":memory:");
	const names = fs.readdirSync(MIGRATIONS).toSorted();
	const apply = (name: string) =>
		database.exec(fs.readFileSync(path.join(MIGRATIONS, name, "migration.sql"), "utf8"));
	for (const name of names.slice(0, names.indexOf(COUNTS))) apply(name);
	const insert = database.prepare(
		"INSERT INTO User (id, email, passwordHash, createdAt, updatedAt, deletedAt) VALUES (?, ?, '', ?, ?, ?)",
	);
	const days = ["2026-11-20", "2026-11-20", "2026-11-21"];
	for (const [at, day] of days.entries()) {
		const moment = `${day}T08:00:00.000+00:00`;
		insert.run(`user-${at}`, `user-${at}@example.com`, moment, moment, at === 0 ? moment : null);
	}
	apply(COUNTS);
	insert.run(
		"user-3",
		"user-3@example.com",
		"2026-11-21T09:00:00.000+00:00",
		"2026-11-21T09:00:00.000+00:00",
		null,
	);
	expect(database.prepare("SELECT * FROM DailyCount ORDER BY day").all()).toEqual([
		{ kind: "user", day: "2026-11-20", count: 1 },
		{ kind: "user", day: "2026-11-21", count: 2 },
	]);
	database.close();
});
