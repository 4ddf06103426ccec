import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test } from "vitest";
import { db, isUniqueViolation, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { type Child, startChild } from "../../kit/process/child.ts";
import { copyDatabase } from "../../kit/process/database.ts";
import { readDatabase } from "../../kit/read-database.ts";

const children: Child[] = [];

afterEach(async () => {
	await Promise.all(children.splice(0).map((child) => child.kill()));
});

function start(...parameters: Parameters<typeof startChild>): Child {
	const child = startChild(...parameters);
	children.push(child);
	return child;
}

/** A storm of locks on a database that a process writes to, and the writer's acknowledgements. */
async function storm(file: string, rows: number) {
	const holder = start("hold-locks", { args: [file] });
	await holder.line((line) => line === "holding");
	const writer = start("write-rows", { args: [`${rows}`], env: { DATABASE_URL: `file:${file}` } });
	return { holder, writer };
}

function acknowledged(writer: Child): string[] {
	return writer.lines.filter((line) => line.startsWith("row "));
}

type Stored = { key: string; count: number };

function storedRows(file: string): Stored[] {
	const database = new Database(file);
	try {
		expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
		return database.prepare<[], Stored>("SELECT key, count FROM RateLimit").all();
	} finally {
		database.close();
	}
}

const endsAt = new Date();

function row(key: string) {
	return { key, count: 1, endsAt };
}

function add(key: string) {
	return transaction((tx) => tx.rateLimit.create({ data: row(key) }));
}

function countOf(...keys: string[]): Promise<number> {
	return db.rateLimit.count({ where: { key: { in: keys } } });
}

describe("while another process locks the database continually", () => {
	test("every write that was acknowledged is there after a kill", async () => {
		const file = copyDatabase();
		const { holder, writer } = await storm(file, 500);
		await writer.line((line) => line === "done");
		expect(holder.process.exitCode).toBeNull();
		await writer.kill();
		await holder.kill();
		expect(acknowledged(writer)).toHaveLength(500);
		const stored = storedRows(file);
		expect(stored).toHaveLength(500);
		for (const { count } of stored) expect(count).toBe(2);
	});

	test("a kill in the middle loses nothing that was acknowledged, and leaves nothing half done", async () => {
		const file = copyDatabase();
		// So many that it is still writing, however late the kill comes.
		const { writer } = await storm(file, 1_000_000);
		await writer.line((line) => line === "row 150");
		await writer.kill();
		const told = acknowledged(writer);
		const stored = storedRows(file);
		const keys = new Set(stored.map(({ key }) => key));
		expect(told.filter((key) => !keys.has(key))).toEqual([]);
		expect(told.length).toBeGreaterThan(100);
		expect(stored.filter(({ count }) => count !== 2)).toEqual([]);
	});
});

describe("the app", () => {
	test("opens a database whose journal is the write-ahead log", async () => {
		const child = start("open-database", { env: { DATABASE_URL: `file:${copyDatabase()}` } });
		expect(await child.exit).toBe(0);
		expect(child.lines).toEqual(["open"]);
	});

	test.each(["delete", "truncate", "memory"])(
		"refuses to start on a database whose journal mode is %s",
		async (mode) => {
			const file = copyDatabase();
			const database = new Database(file);
			database.pragma(`journal_mode = ${mode}`);
			database.close();
			const child = start("open-database", { env: { DATABASE_URL: `file:${file}` } });
			expect(await child.exit).not.toBe(0);
			expect(child.lines).toEqual([]);
			// "memory" lasts as long as its connection; the file itself is then in "delete".
			expect(child.errors.join("\n")).toMatch(
				/The database's journal mode is "delete", not "wal". Run: npm run migrate/,
			);
		},
	);

	test("refuses to start without a database", async () => {
		const file = path.join(path.dirname(copyDatabase()), "missing.db");
		const child = start("open-database", { env: { DATABASE_URL: `file:${file}` } });
		expect(await child.exit).not.toBe(0);
		expect(child.lines).toEqual([]);
	});
});

describe("a transaction", () => {
	test("shows its rows to nobody until it is stored", async () => {
		await transaction(async (tx) => {
			await tx.rateLimit.create({ data: row("uncommitted") });
			expect(await tx.rateLimit.count({ where: { key: "uncommitted" } })).toBe(1);
			expect(await countOf("uncommitted")).toBe(0);
			expect(readDatabase().RateLimit).toEqual([]);
		});
		expect(await countOf("uncommitted")).toBe(1);
	});

	test("that fails stores nothing", async () => {
		const before = readDatabase();
		const work = transaction(async (tx) => {
			await tx.rateLimit.create({ data: row("rolled back") });
			throw new Error("changed my mind");
		});
		await expect(work).rejects.toThrow("changed my mind");
		expect(readDatabase()).toEqual(before);
	});

	test("that fails takes nothing with it of another that ran at the same time", async () => {
		const outcomes = await Promise.allSettled(
			Array.from({ length: 40 }, (_, n) =>
				transaction(async (tx) => {
					await tx.rateLimit.create({ data: row(`parallel ${n}`) });
					await db.rateLimit.count();
					if (n % 2) throw new Error("rolled back");
					await tx.rateLimit.updateMany({ where: { key: `parallel ${n}` }, data: { count: 2 } });
				}),
			),
		);
		expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
		const stored = storedRows(env.databaseFile).filter(({ key }) => key.startsWith("parallel"));
		expect(stored.map(({ key }) => Number(key.split(" ")[1])).toSorted((a, b) => a - b)).toEqual(
			Array.from({ length: 20 }, (_, n) => n * 2),
		);
		expect(stored.every(({ count }) => count === 2)).toBe(true);
	});

	test("that a unique index refuses says so and leaves the next one to work", async () => {
		await add("unique");
		const error = await add("unique").catch((reason: unknown) => reason);
		expect(isUniqueViolation(error)).toBe(true);
		await add("next");
		expect(await countOf("unique", "next")).toBe(2);
	});
});

describe("the client for writing", () => {
	test("goes on after another process has held the database for too long", async () => {
		const holder = new Database(env.databaseFile);
		holder.exec("BEGIN IMMEDIATE");
		const error = await add("locked").catch((reason: unknown) => reason);
		holder.exec("ROLLBACK");
		holder.close();
		expect(error).toMatchObject({ name: "StorageFault", status: 503 });
		await add("unlocked");
		expect(await countOf("locked", "unlocked")).toBe(1);
	});

	test("goes on after a commit has failed", async () => {
		const before = readDatabase();
		const work = transaction(async (tx) => {
			await tx.$executeRaw`PRAGMA defer_foreign_keys = ON`;
			await tx.rateLimit.create({ data: row("uncommittable") });
			const times = { createdAt: new Date(), expiresAt: new Date() };
			await tx.submissionLink.create({
				data: { id: "x", submissionId: "nobody's", purpose: "verify", ...times },
			});
		});
		await expect(work).rejects.toThrow("ForeignKeyConstraintViolation");
		await add("committed");
		await transaction((tx) => tx.rateLimit.deleteMany({ where: { key: "committed" } }));
		expect(readDatabase()).toEqual(before);
	});
});

describe("the client for reading", () => {
	test.each([
		["a create", () => db.rateLimit.create({ data: row("by reading") })],
		["an update", () => db.rateLimit.updateMany({ data: { count: 99 } })],
		["a deletion", () => db.rateLimit.deleteMany()],
		["raw SQL", () => db.$executeRawUnsafe("DELETE FROM RateLimit")],
	])("can't be used for %s", async (_what, write) => {
		await transaction((tx) =>
			tx.rateLimit.upsert({
				where: { key_endsAt: { key: "kept", endsAt } },
				create: row("kept"),
				update: {},
			}),
		);
		const before = readDatabase();
		await expect(write()).rejects.toThrow();
		expect(readDatabase()).toEqual(before);
	});
});

test("a write that waits for another process's transaction lets this process go on", async () => {
	const other = new Database(env.databaseFile);
	other.exec("BEGIN IMMEDIATE");
	const waiting = add("behind another");
	// Neither could happen while SQLite itself waits.
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(await countOf("behind another")).toBe(0);
	other.exec("COMMIT");
	other.close();
	await waiting;
	expect(await countOf("behind another")).toBe(1);
});
