import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, vi } from "vitest";

/** Every row of every table, each as JSON, in the order of the text. */
export type Dump = Record<string, string[]>;

/** What the worker writes about a mail by itself, whenever it gets round to it. */
const BY_THE_WORKER = ["attempts", "sentAt", "lastError", "messageId"];

/**
 * Reads the whole database, so that two moments can be compared: everything but how far the workers
 * are with the mails and jobs that are there. A mail's job is left out: it goes with being sent.
 */
export function dumpDatabase(file: string): Dump {
	return Object.fromEntries(
		Object.entries(readTables(file)).map(([table, rows]) => [
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

/** Every row of every table, in the order of the first column. */
export function readTables(file: string): Record<string, Record<string, unknown>[]> {
	const connection = new Database(file, { readonly: true });
	try {
		const tables = connection
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
			.pluck()
			.all() as string[];
		return Object.fromEntries(
			tables.map((table) => [
				table,
				connection.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all() as Record<
					string,
					unknown
				>[],
			]),
		);
	} finally {
		connection.close();
	}
}

/**
 * The same, once every mail was tried, and every webhook of the till and what it is about was read:
 * the workers write by themselves.
 */
export async function dumpWhenMailIsSent(file: string): Promise<Dump> {
	const underWay = () => [...untriedWebhooks(file), ...dueJobs(file)];
	await vi.waitFor(() => expect(underWay()).toEqual([]), 10_000);
	return dumpDatabase(file);
}

/** The local till's events that it has not posted yet. */
function untriedWebhooks(databaseFile: string): string[] {
	const file = path.join(path.dirname(databaseFile), "till.json");
	if (!fs.existsSync(file)) return [];
	const { events } = JSON.parse(fs.readFileSync(file, "utf8")) as {
		events: { type: string; attempts: number }[];
	};
	return events.filter(({ attempts }) => attempts === 0).map(({ type }) => type);
}

/** The jobs that are under way, with a lease of a minute, or about to be. */
function dueJobs(file: string): unknown[] {
	const soon = Date.now() + 61_000;
	return (readTables(file).Job ?? []).filter(({ dueAt }) => Date.parse(String(dueAt)) < soon);
}

/** A long text or a blob as its hash, so that a difference can be read. */
function shorten(_key: string, value: unknown): unknown {
	const isBlob = typeof value === "object" && value !== null && "type" in value;
	const text = isBlob ? JSON.stringify(value) : value;
	if (typeof text !== "string" || text.length <= 200) return value;
	return `${text.slice(0, 100)}… ${createHash("sha256").update(text).digest("hex")}`;
}

/** The rows of a dump that hold one of these texts. */
export function rowsWith(dump: Dump, texts: string[]): Dump {
	return Object.fromEntries(
		Object.entries(dump).map(([table, rows]) => [
			table,
			rows.filter((row) => texts.some((text) => row.includes(text))),
		]),
	);
}
