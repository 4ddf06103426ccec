import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, vi } from "vitest";

/** Every row of every table, as sorted JSON texts. */
export type Dump = Record<string, string[]>;

/** Each server writes it in the background once it has started, and by this job. */
const AT_THE_START = { table: "KeptKey", job: "seal-anew" };

/** The columns of a mail that the worker writes, at any time. */
const BY_THE_WORKER = ["attempts", "sentAt", "lastError", "messageId"];

/**
 * Reads the whole database, to compare two moments. It leaves out the workers' progress with mails
 * and jobs. A mail's job is left out too, because it is deleted when the mail is sent, and so is
 * what a server writes once it has started. SQLite writes the JSON, because most of the suite's
 * rows are read here.
 */
export function dumpDatabase(file: string): Dump {
	return readIfChanged(file, readDump);
}

function readDump(database: Database.Database): Dump {
	return Object.fromEntries(
		tableNames(database)
			.filter((table) => table !== AT_THE_START.table)
			.map((table) => [table, rowsAsJson(database, table)]),
	);
}

function rowsAsJson(database: Database.Database, table: string): string[] {
	const columns = (database.pragma(`table_info("${table}")`) as { name: string }[])
		.map(({ name }) => name)
		.filter((name) => table !== "OutboxMail" || !BY_THE_WORKER.includes(name))
		.filter((name) => table !== "Job" || ["kind", "key"].includes(name));
	const pairs = columns.map(
		(name) => `'${name}', iif(typeof("${name}") = 'blob', hex("${name}"), "${name}")`,
	);
	const where = table === "Job" ? `WHERE kind NOT IN ('mail', '${AT_THE_START.job}')` : "";
	const rows = `SELECT json_object(${pairs.join(", ")}) AS row FROM "${table}" ${where} ORDER BY row`;
	return (database.prepare(rows).pluck().all() as string[]).map(shorten);
}

type Tables = Record<string, Record<string, unknown>[]>;

type Read<Rows> = (database: Database.Database) => Rows;

type Known = {
	database: Database.Database;
	/** What each way to read it returned last, and from which version of the database. */
	kept: Map<Read<unknown>, { version: unknown; rows: unknown }>;
};

/** What was read of each file, by the file's number on its disk. */
const known = new Map<number, Known>();

function open(file: string): Known {
	const { ino } = fs.statSync(file);
	const options = { readonly: true, timeout: 60_000 };
	const one = known.get(ino) ?? { database: new Database(file, options), kept: new Map() };
	known.set(ino, one);
	return one;
}

/** Reads again only what a connection has written to since: most is compared with an equal one. */
function readIfChanged<Rows>(file: string, read: Read<Rows>): Rows {
	const { database, kept } = open(file);
	const version = database.pragma("data_version", { simple: true });
	if (kept.get(read)?.version !== version) kept.set(read, { version, rows: read(database) });
	return kept.get(read)?.rows as Rows;
}

/** Returns every row of every table, in the order of the first column. */
export function readTables(file: string): Tables {
	return readIfChanged(file, readRows);
}

function readRows(database: Database.Database): Tables {
	const rowsOf = (table: string) => database.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all();
	return Object.fromEntries(tableNames(database).map((table) => [table, rowsOf(table)])) as Tables;
}

function tableNames(database: Database.Database): string[] {
	const names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
	return database.prepare(names).pluck().all() as string[];
}

/**
 * Returns a dump after the workers, which write at any time, have tried every mail and handled
 * every webhook of the till.
 */
export async function dumpWhenMailIsSent(file: string): Promise<Dump> {
	const underWay = () => [...untriedWebhooks(file), ...dueJobs(file)];
	await vi.waitFor(() => expect(underWay()).toEqual([]), 60_000);
	return dumpDatabase(file);
}

/** The local till's events that it hasn't posted yet. */
function untriedWebhooks(databaseFile: string): string[] {
	const file = path.join(path.dirname(databaseFile), "till.json");
	if (!fs.existsSync(file)) return [];
	const { events } = JSON.parse(fs.readFileSync(file, "utf8")) as {
		events: { type: string; attempts: number }[];
	};
	return events.filter(({ attempts }) => attempts === 0).map(({ type }) => type);
}

/** The jobs that are under a lease, or due within a minute. */
function dueJobs(file: string): unknown[] {
	const soon = new Date(Date.now() + 61_000).toISOString();
	return open(file).database.prepare("SELECT * FROM Job WHERE dueAt < ?").all(soon);
}

/** Ends a long row with its hash, so that a difference is readable. */
function shorten(row: string): string {
	if (row.length <= 4_000) return row;
	return `${row.slice(0, 2_000)}… ${createHash("sha256").update(row).digest("hex")}`;
}

/** The rows of a dump that contain one of these texts. */
export function rowsWith(dump: Dump, texts: string[]): Dump {
	return Object.fromEntries(
		Object.entries(dump).map(([table, rows]) => [
			table,
			rows.filter((row) => texts.some((text) => row.includes(text))),
		]),
	);
}
