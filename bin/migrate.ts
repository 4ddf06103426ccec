/**
 * `node bin/migrate.ts` applies the migrations to DATABASE_URL and then turns on WAL. With
 * LITEFS_DIR, it migrates the database of that name in LiteFS's folder, on the primary only.
 * `node bin/migrate.ts --create NAME` writes the migration that leads to schema.prisma.
 *
 * Prisma's CLI would download a native engine. The WebAssembly build of the same engine comes
 * with the packages and writes the same `_prisma_migrations` table.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import Database from "better-sqlite3";
import { readRole } from "#app/platform/db/litefs.server.ts";
import { appliedTo, databaseFile, migrationNames, refuse } from "./database-file.ts";
import { whyNotMigrated } from "./why-not.ts";

const here = path.join(import.meta.dirname, "../prisma");
const schema = { path: "schema.prisma", content: fs.readFileSync(`${here}/schema.prisma`, "utf8") };
/** The full-text index and SQLite's tables for it, which the Prisma schema can't describe. */
const searchTables = ["", "_data", "_idx", "_content", "_docsize", "_config"].map(
	(suffix) => `SubmissionSearch${suffix}`,
);
const filters = { externalTables: searchTables, externalEnums: [] };

/**
 * Applies every migration that the database file lacks, and returns their names. When one fails or
 * the process is killed, none is applied, and the next run begins anew.
 */
export async function applyMigrations(file: string): Promise<string[]> {
	fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
	protect(file);
	// The engine needs exclusive access, which a running server doesn't give up.
	if (isUpToDate(file)) return [];
	const { appliedMigrationNames } = await withEngine(file, (engine) =>
		engine.applyMigrations({ migrationsList: readMigrations(), filters }),
	);
	// After the migrations, because LiteFS switches a database to WAL only once it has pages.
	const database = new Database(file);
	database.pragma("journal_mode = WAL");
	database.close();
	return appliedMigrationNames;
}

/** As applyMigrations. Ends the process with a sentence when they can't be applied. */
export function migrateOrRefuse(file: string): Promise<string[]> {
	return applyMigrations(file).catch((error) => refuse(whyNotMigrated(file, error)));
}

/**
 * Makes the database's files, which only their owner may read. Ignores a file system that refuses:
 * LiteFS's knows no modes, and opening the database says what else is wrong.
 */
function protect(file: string): void {
	try {
		// SQLite gives the files beside it the same mode.
		fs.closeSync(fs.openSync(file, "a", 0o600));
		for (const suffix of ["", "-wal", "-shm"]) {
			if (fs.existsSync(file + suffix)) fs.chmodSync(file + suffix, 0o600);
		}
	} catch {}
}

/** Returns whether the database exists, is in WAL mode and has every migration. */
function isUpToDate(file: string): boolean {
	if (!fs.existsSync(file)) return false;
	const database = new Database(file, { readonly: true });
	try {
		if (database.pragma("journal_mode", { simple: true }) !== "wal") return false;
		const applied = appliedTo(database);
		return migrationNames().every((name) => applied.includes(name));
	} catch {
		// No such table, or no database: the engine reports it.
		return false;
	} finally {
		database.close();
	}
}

async function createMigration(name: string): Promise<string> {
	const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-"));
	const sql = await missingSql(path.join(scratch, "scratch.db"));
	fs.rmSync(scratch, { recursive: true });
	const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
	const folder = `${here}/migrations/${stamp}_${name}`;
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(`${folder}/migration.sql`, sql);
	return folder;
}

/** Returns the SQL that the schema needs beyond all migrations. Makes a database to see it. */
async function missingSql(file: string): Promise<string> {
	await applyMigrations(file);
	const { stdout } = await withEngine(file, (engine) =>
		engine.diff({
			from: { tag: "schemaDatasource", files: [schema], configDir: here },
			to: { tag: "schemaDatamodel", files: [schema] },
			script: true,
			exitCode: null,
			filters,
		}),
	);
	return stdout ?? "";
}

async function withEngine<T>(file: string, work: (engine: SchemaEngine) => Promise<T>) {
	schemaEngine ??= loadSchemaEngine();
	const { SchemaEngine } = await schemaEngine;
	const factory = new OneTransaction({ url: `file:${file}`, timeout: 10_000 });
	const engine = await SchemaEngine.new(
		{ datamodels: [["schema.prisma", schema.content]] },
		() => {},
		bindMigrationAwareSqlAdapterFactory(factory),
	);
	try {
		const result = await work(engine);
		await factory.commit();
		return result;
	} finally {
		await factory.close();
	}
}

/**
 * The engine's connection. All that it does is one transaction, because the engine itself commits
 * each statement, and can't go on after a migration that was broken off. Closing the connection
 * undoes what is not committed, and ends locks that would outlive the engine.
 */
class OneTransaction extends PrismaBetterSqlite3 {
	#adapter: Awaited<ReturnType<PrismaBetterSqlite3["connect"]>> | undefined;

	override async connect() {
		if (!this.#adapter) {
			this.#adapter = await super.connect();
			await this.#adapter.executeScript("BEGIN IMMEDIATE");
		}
		return this.#adapter;
	}

	async commit() {
		await this.#adapter?.executeScript("COMMIT");
	}

	async close() {
		await this.#adapter?.dispose();
	}
}

let schemaEngine: ReturnType<typeof loadSchemaEngine> | undefined;

/**
 * The package's own entry imports the .wasm as a module, which is still experimental in Node.
 * The bindings hold views of one instance's memory, so a process loads it once.
 */
async function loadSchemaEngine() {
	const bindings = await import("@prisma/schema-engine-wasm/schema_engine_bg");
	const wasm = await WebAssembly.compile(
		fs.readFileSync(
			path.join(here, "../node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm"),
		),
	);
	const instance = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
	bindings.__wbg_set_wasm(instance.exports);
	(instance.exports.__wbindgen_start as () => void)();
	return bindings;
}

function readMigrations() {
	const baseDir = path.join(here, "migrations");
	return {
		baseDir,
		lockfile: { path: "migration_lock.toml", content: 'provider = "sqlite"\n' },
		shadowDbInitScript: "",
		migrationDirectories: migrationNames().map((name) => ({
			path: name,
			migrationFile: {
				path: "migration.sql",
				content: {
					tag: "ok" as const,
					value: fs.readFileSync(path.join(baseDir, name, "migration.sql"), "utf8"),
				},
			},
		})),
	};
}

if (import.meta.main) {
	const [flag, name] = process.argv.slice(2);
	if (flag === "--create" && name) {
		process.stdout.write(`${await createMigration(name)}\n`);
	} else if (flag === undefined) {
		await migrate(databaseFile(), process.env.LITEFS_DIR);
	} else {
		process.stderr.write("Usage: npm run migrate [-- --create NAME]\n");
		process.exitCode = 1;
	}
}

async function migrate(file: string, litefsDir: string | undefined): Promise<void> {
	if (litefsDir && readRole(litefsDir).kind !== "primary") {
		process.stdout.write("This is not the primary, which the migrations come from.\n");
	} else {
		const applied = await migrateOrRefuse(file);
		for (const one of applied) process.stdout.write(`applied ${one}\n`);
	}
}
