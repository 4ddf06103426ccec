import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, vi } from "vitest";

/** Every row of every table, as sorted JSON texts. */
export type Dump = Record<string, string[]>;

/** The columns of a mail that the worker writes, at any time. */
const BY_THE_WORKER = ["attempts", "sentAt", "lastError", "messageId"];

/**
 * Reads the whole database, to compare two moments. It leaves out the workers' progress with mails
 * and jobs. A mail's job is left out too, because it is deleted when the mail is sent.
 */
export function dumpDatabase(file: string): Dump {
	const tables = readTables(file);
	const dump = dumps.get(tables) ?? dumpOf(tables);
	dumps.set(tables, dump);
	return dump;
}

const dumps = new WeakMap<Tables, Dump>();

function dumpOf(tables: Tables): Dump {
	return Object.fromEntries(
		Object.entries(tables).map(([table, rows]) => [
			table,
			rows
				.flatMap((row) => asEnqueued(table, row))
				.map((row) => JSON.stringify(row, shorten))
				.sort(),
		]),
	);
}

function asEnqueued(table: string, row: Record<string, unknown>): Record<string, unknown>[] {
	if (table === "Job") return row.kind === "mail" ? [] : [{ kind: row.kind, key: row.key }];
	if (table !== "OutboxMail") return [row];
	return [
		Object.fromEntries(Object.entries(row).filter(([name]) => !BY_THE_WORKER.includes(name))),
	];
}

type Tables = Record<string, Record<string, unknown>[]>;

/** What was read of each file, by the file's number on its disk. */
const read = new Map<number, { database: Database.Database; version?: unknown; tables: Tables }>();

/**
 * Returns every row of every table, in the order of the first column. It reads again only what
 * another connection has written to since, because most dumps are compared with an equal one.
 */
export function readTables(file: string): Tables {
	const { ino } = fs.statSync(file);
	const options = { readonly: true, timeout: 10_000 };
	const known = read.get(ino) ?? { database: new Database(file, options), tables: {} };
	read.set(ino, known);
	const version = known.database.pragma("data_version", { simple: true });
	if (version !== known.version)
		Object.assign(known, { version, tables: tablesOf(known.database) });
	return known.tables;
}

function tablesOf(database: Database.Database): Tables {
	const names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
	const rowsOf = (table: string) => database.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all();
	const tables = database.prepare(names).pluck().all() as string[];
	return Object.fromEntries(tables.map((table) => [table, rowsOf(table)])) as Tables;
}

/**
 * Returns a dump after the workers, which write at any time, have tried every mail and handled
 * every webhook of the till.
 */
export async function dumpWhenMailIsSent(file: string): Promise<Dump> {
	const underWay = () => [...untriedWebhooks(file), ...dueJobs(file)];
	await vi.waitFor(() => expect(underWay()).toEqual([]), 10_000);
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
	const soon = Date.now() + 61_000;
	return (readTables(file).Job ?? []).filter(({ dueAt }) => Date.parse(String(dueAt)) < soon);
}

/** Replaces a long text or a blob by its hash, so that a difference is readable. */
function shorten(_key: string, value: unknown): unknown {
	const isBlob = typeof value === "object" && value !== null && "type" in value;
	const text = isBlob ? JSON.stringify(value) : value;
	if (typeof text !== "string" || text.length <= 200) return value;
	return `${text.slice(0, 100)}… ${createHash("sha256").update(text).digest("hex")}`;
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
