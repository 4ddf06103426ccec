import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { expect } from "vitest";

/** Every row of every table, each as JSON, in the order of the text. */
export type Dump = Record<string, string[]>;

/** Reads the whole database, so that two moments can be compared. */
export function dumpDatabase(file: string): Dump {
	const connection = new Database(file, { readonly: true });
	try {
		const tables = connection
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
			.pluck()
			.all() as string[];
		return Object.fromEntries(
			tables.map((table) => [
				table,
				connection
					.prepare(`SELECT * FROM "${table}"`)
					.all()
					.map((row) => JSON.stringify(row, shorten))
					.sort(),
			]),
		);
	} finally {
		connection.close();
	}
}

/** The same, once every mail in the outbox was tried: the worker writes by itself. */
export async function dumpWhenMailIsSent(file: string): Promise<Dump> {
	const isUnderWay = (row: string) => /"attempts":0|"leasedUntil":"/.test(row);
	await expect
		.poll(() => dumpDatabase(file).OutboxMail?.filter(isUnderWay), { timeout: 10_000 })
		.toEqual([]);
	return dumpDatabase(file);
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
