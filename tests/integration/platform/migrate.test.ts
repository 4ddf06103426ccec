import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { applyMigrations } from "../../../bin/migrate.ts";

const MIGRATIONS = path.join(import.meta.dirname, "../../../prisma/migrations");

describe("applying migrations", () => {
	test("has nothing to do, and needs no lock, while a server is writing", async () => {
		await transaction(async (tx) => {
			await tx.user.count();
			expect(await applyMigrations(env.databaseFile)).toEqual([]);
		});
		expect(await db.user.count()).toBe(0);
	});

	test("makes a database where there is none, in WAL mode", async () => {
		const file = path.join(path.dirname(env.databaseFile), "fresh", "smallprint.db");
		const names = fs.readdirSync(MIGRATIONS).toSorted();
		expect(await applyMigrations(file)).toEqual(names);
		expect(await applyMigrations(file)).toEqual([]);
		const modeOf = (one: string) => (fs.statSync(one).mode & 0o777).toString(8);
		expect([modeOf(file), modeOf(path.dirname(file))]).toEqual(["600", "700"]);
		const database = new Database(file, { readonly: true });
		expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
		database.close();
	});

	test("changes nothing when one fails or is killed, so that the next start goes on", async () => {
		const file = path.join(path.dirname(env.databaseFile), "half-way.db");
		await applyMigrations(file);
		const database = new Database(file);
		const forget = database.prepare("DELETE FROM _prisma_migrations WHERE migration_name = ?");
		const lacking = ["20261122200000_kept_keys", "20261123022149_newest_documents_index"];
		for (const name of lacking) forget.run(name);
		// The first of the two can be applied again. The second can't: it drops an index of before.
		database.exec('DROP TABLE "KeptKey"');
		const schema = () => database.prepare("SELECT name, sql FROM sqlite_master").all();
		const before = schema();
		await expect(applyMigrations(file)).rejects.toThrow(/no such index/);
		expect(schema()).toEqual(before);
		const index = "Document_appId_deletedAt_createdAt";
		database.exec(`DROP INDEX "${index}_id_updatedAt_idx";
			CREATE INDEX "${index}_idx" ON "Document"("appId", "deletedAt", "createdAt")`);
		expect(await applyMigrations(file)).toEqual(lacking);
		database.close();
	});
});
