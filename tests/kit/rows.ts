import { expect } from "vitest";
import { readDatabase } from "./read-database.ts";

type Row = Record<string, unknown>;

/** Returns the rows of a table that contain a text, such as an account's id. */
export function rowsOf(table: string, text: string): Row[] {
	return rowsWith(readDatabase()[table] ?? [], [text]);
}

/** Returns the rows of all tables but `except` that contain one of these texts. */
export function everyRowOf(texts: string[], except: string[] = []): Row[] {
	const tables = Object.entries(readDatabase()).filter(([table]) => !except.includes(table));
	return tables.flatMap(([, rows]) => rowsWith(rows, texts));
}

function rowsWith(rows: unknown[], texts: string[]): Row[] {
	return (rows as Row[]).filter((row) => texts.some((text) => JSON.stringify(row).includes(text)));
}

/** Runs `work` and returns its result. Expects that no row changes, but in the tables `except`. */
export async function withoutChange<Result>(
	work: () => Promise<Result>,
	except: string[] = [],
): Promise<Result> {
	const ignored = Object.fromEntries(except.map((table) => [table, []]));
	const before = { ...readDatabase(), ...ignored };
	const result = await work();
	expect({ ...readDatabase(), ...ignored }).toEqual(before);
	return result;
}
