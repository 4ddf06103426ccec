import Database from "better-sqlite3";
import { type Prisma, PrismaClient } from "~/generated/prisma/client";
import { noteRefusedWrite } from "./cluster.server";
import { env } from "./env.server";
import { logError } from "./log-error.server";
import { BUSY_TIMEOUT_MS, DatabaseError, ReaderFactory, WriterFactory } from "./sqlite.server";
import { isStorageFault, StorageFault } from "./storage-fault.server";
import { SECOND_MS } from "./time";

const TRANSACTION_WAIT_MS = 10 * SECOND_MS;
const TRANSACTION_MS = 10 * SECOND_MS;

export type Transaction = Prisma.TransactionClient;

const writer = new PrismaClient({
	adapter: new WriterFactory(),
	transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_MS },
});

/**
 * The database for reading, on a connection that SQLite itself holds to reading: nothing outside
 * a transaction can write, so no page does so by being looked at.
 */
export const db: Transaction = new PrismaClient({
	adapter: new ReaderFactory(),
});

/**
 * Runs `work` in one write transaction: all of it is stored when this resolves, or nothing when
 * it throws. Transactions run one after another. The writer's connection is used in no other way,
 * because a statement beside an open transaction would become part of it. Throws a StorageFault,
 * which is a Refusal, while the disk takes no writes.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
	try {
		return await writer.$transaction(work);
	} catch (error) {
		noteRefusedWrite(error);
		if (!isStorageFault(error)) throw error;
		logError(error);
		throw new StorageFault(error);
	}
}

let rawReader: Database.Database | undefined;
const statements = new Map<string, Database.Statement>();

/**
 * One row by a query that is prepared once. For what is asked on every request: it takes
 * microseconds where Prisma takes hundreds of them.
 */
export function readRow<Row>(sql: string, values: unknown[]): Row | undefined {
	let statement = statements.get(sql);
	if (!statement) {
		statement = openReader().prepare(sql);
		statements.set(sql, statement);
	}
	return statement.get(...values) as Row | undefined;
}

/**
 * Moves with every write that this connection did not make, which is every write (SQLite's
 * documentation, "PRAGMA data_version").
 */
export function readDataVersion(): number {
	return readRow<{ data_version: number }>("PRAGMA data_version", [])?.data_version ?? 0;
}

function openReader(): Database.Database {
	rawReader ??= new Database(env.databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
	return rawReader;
}

/** Prisma's code for a unique index that refused a row. */
export function isUniqueViolation(error: unknown): boolean {
	return typeof error === "object" && error !== null && "code" in error && error.code === "P2002";
}

/**
 * Opens both connections, which otherwise open with their first query. Throws a DatabaseError when
 * the database is not there or is not in WAL mode, so that the process can refuse to start.
 */
export async function openDatabase(): Promise<void> {
	try {
		// The reader first: the writer would create a file that is missing.
		await (db as PrismaClient).$connect();
		await writer.$connect();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new DatabaseError(`Smallprint can't open its database: ${reason}`);
	}
}

/** Closes every connection, so that the write-ahead log is folded into the file. */
export async function closeDatabase(): Promise<void> {
	await (db as PrismaClient).$disconnect();
	await writer.$disconnect();
	rawReader?.close();
	rawReader = undefined;
	statements.clear();
}
