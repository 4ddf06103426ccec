import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import Database from "better-sqlite3";
import { type Prisma, PrismaClient } from "~/generated/prisma/client";
import { noteRefusedWrite } from "./cluster.server";
import { env } from "./env.server";
import { logError } from "./log-error.server";
import { isStorageFault, StorageFault } from "./storage-fault.server";
import { SECOND_MS } from "./time";

const BUSY_TIMEOUT_MS = 5 * SECOND_MS;
const TRANSACTION_WAIT_MS = 10 * SECOND_MS;
const TRANSACTION_MS = 10 * SECOND_MS;

export type Transaction = Prisma.TransactionClient;

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3["connect"]>> & { client: SqliteConnection };
type SqliteConnection = {
	pragma(source: string, options?: { simple: true }): unknown;
	prepare(sql: string): unknown;
};

/** Sets up a connection before Prisma gets it. */
class SqliteFactory extends PrismaBetterSqlite3 {
	#setUp: (connection: SqliteConnection) => void;

	constructor(readonly: boolean, setUp: (connection: SqliteConnection) => void) {
		super({ url: `file:${env.databaseFile}`, timeout: BUSY_TIMEOUT_MS, readonly });
		this.#setUp = setUp;
	}

	override async connect() {
		const adapter = (await super.connect()) as Adapter;
		this.#setUp(adapter.client);
		return adapter;
	}
}

const writer = new PrismaClient({
	adapter: new SqliteFactory(false, (connection) => {
		refuseUnlessWal(connection);
		// LiteFS syncs the log itself before a commit returns.
		connection.pragma(`synchronous = ${env.litefsDir === null ? "FULL" : "NORMAL"}`);
		connection.pragma("foreign_keys = ON");
		// A transaction that begins as a reader can't become a writer once another process has
		// written (SQLITE_BUSY_SNAPSHOT, which no busy timeout waits for), so it begins as one.
		const prepare = connection.prepare.bind(connection);
		connection.prepare = (sql) => prepare(sql === "BEGIN" ? "BEGIN IMMEDIATE" : sql);
	}),
	transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_MS },
});

/**
 * The database for reading, on a connection that SQLite itself holds to reading: nothing outside
 * a transaction can write, so no page does so by being looked at.
 */
export const db: Transaction = new PrismaClient({
	adapter: new SqliteFactory(true, refuseUnlessWal),
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

/** A database that the process can't start with; the message is a sentence for the operator. */
export class DatabaseError extends Error {
	override name = "DatabaseError";
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

/** In any other journal mode, Prisma over this driver loses acknowledged writes (prisma/orm#29933). */
function refuseUnlessWal(connection: SqliteConnection): void {
	const mode = connection.pragma("journal_mode", { simple: true });
	if (mode !== "wal") {
		throw new DatabaseError(
			`The database's journal mode is "${mode}", not "wal". Run: npm run migrate`,
		);
	}
}
