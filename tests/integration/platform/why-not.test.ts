import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test, vi } from "vitest";
import { env } from "#app/platform/env/env.server.ts";
import { applyMigrations } from "../../../bin/migrate.ts";
import { whyNotServed } from "../../../bin/why-not.ts";
import { copyDatabase } from "../../kit/process/database.ts";

const NAMES = ["20260101000000_first", "20260102000000_second"];
const folder = fs.mkdtempSync(path.join(path.dirname(env.databaseFile), "why-not-"));

function made(name: string, sql: string): string {
	const file = path.join(folder, name);
	const database = new Database(file);
	database.exec(sql);
	database.close();
	return file;
}

function text(): string {
	const file = path.join(folder, "text.db");
	fs.writeFileSync(file, "This is a text, and no database of any program that there is.");
	return file;
}

const MADE = `CREATE TABLE _prisma_migrations (migration_name TEXT, finished_at TEXT, rolled_back_at TEXT);
	INSERT INTO _prisma_migrations VALUES ('${NAMES[0]}', 'then', NULL)`;

afterEach(() => {
	vi.useRealTimers();
});

describe("a server that can't start with its database says in one sentence what to do", () => {
	test.each([
		["there is none", () => path.join(folder, "none.db"), /^There is no .* npm run migrate$/],
		["it is a folder", () => folder, /is a folder\. Set DATABASE_URL to a file in it/],
		["it is a text", text, /is no database\. Check DATABASE_URL/],
		["it is of another program", () => made("a.db", "CREATE TABLE a (b)"), /another program's/],
		["it is of an earlier release", () => made("b.db", MADE), /lacks 20260102.* npm run migrate$/],
	])("because %s", (_, open, sentence) => {
		expect(whyNotServed(open(), NAMES)).toMatch(sentence);
	});

	test("because nobody has set the clock", () => {
		vi.useFakeTimers({ now: 0, toFake: ["Date"] });
		expect(whyNotServed(copyDatabase(), [])).toMatch(/clock says 1970-01-01\. Set it/);
	});

	test("and starts with a database that has more than it needs", () => {
		expect(whyNotServed(made("c.db", MADE), NAMES.slice(0, 1))).toBe(null);
	});
});

describe("migrations that can't be applied", () => {
	const half = MADE.replace("'then'", "NULL");

	test.each([
		["to another program's database", () => made("d.db", "CREATE TABLE a (b)"), /another program/],
		["to a text", text, /is no database/],
		["after one that an earlier release broke off", () => made("e.db", half), /npm run restore/],
	])("%s end with a sentence, without a stack", (_, open, sentence) => {
		const { status, stderr } = migrate(`file:${open()}`);
		expect([status, stderr.split("\n").length]).toEqual([1, 2]);
		expect(stderr).toMatch(sentence);
	});

	test("while a server writes, end with the advice to stop it", async () => {
		const file = path.join(folder, "busy.db");
		await applyMigrations(file);
		const writer = new Database(file);
		writer.exec("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%kept_keys'");
		writer.exec("BEGIN IMMEDIATE");
		const { status, stderr } = migrate(`file:${file}`);
		writer.close();
		expect([status, stderr]).toEqual([1, expect.stringMatching(/stop the server, then try again/)]);
	});

	test("because the address is of another kind of database make no folder of that name", () => {
		const { status, stderr } = migrate("postgres://user@host/name");
		expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL must start with/)]);
		expect(fs.readdirSync(folder)).not.toContain("postgres:");
	});
});

function migrate(url: string) {
	const script = path.join(import.meta.dirname, "../../../bin/migrate.ts");
	return spawnSync(process.execPath, [script], {
		cwd: folder,
		encoding: "utf8",
		env: { PATH: process.env.PATH, DATABASE_URL: url, LITEFS_DIR: "" },
	});
}
