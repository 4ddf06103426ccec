import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import type Database from "better-sqlite3";
import { env } from "#app/platform/env.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

export const BUSY_TIMEOUT_MS = 5 * SECOND_MS;
/**
 * What each connection keeps of the file: 4 MiB. The system keeps the rest for all of them, and
 * better-sqlite3's own choice, 16 MB for each of three, is memory that only this process holds.
 */
export const CACHE_PRAGMA = "cache_size = -4096";

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3["connect"]>> & { client: SqliteConnection };

/** What is used of better-sqlite3's connection within Prisma's adapter. */
export type SqliteConnection = {
	pragma(source: string, options?: { simple: true }): unknown;
	prepare(sql: string): Database.Statement;
	inTransaction: boolean;
};

/** A database that the process can't start with; the message is a sentence for the operator. */
export class DatabaseError extends Error {
	override name = "DatabaseError";
}

/** Prisma's connection for reading, which SQLite itself holds to reading. */
export class ReaderFactory extends PrismaBetterSqlite3 {
	constructor() {
		super({ url: `file:${env.databaseFile}`, timeout: BUSY_TIMEOUT_MS, readonly: true });
	}

	override async connect() {
		const adapter = (await super.connect()) as Adapter;
		refuseUnlessWal(adapter.client);
		adapter.client.pragma(CACHE_PRAGMA);
		return adapter;
	}
}

/** Prisma's connection for writing. */
export class WriterFactory extends PrismaBetterSqlite3 {
	#onOpen: (connection: SqliteConnection) => void;
	#onBegin: () => void;

	/** `onOpen` gets the connection, `onBegin` is told of each transaction before it begins. */
	constructor(onOpen: (connection: SqliteConnection) => void, onBegin: () => void) {
		super({ url: `file:${env.databaseFile}`, timeout: BUSY_TIMEOUT_MS });
		this.#onOpen = onOpen;
		this.#onBegin = onBegin;
	}

	override async connect() {
		const adapter = (await super.connect()) as Adapter;
		const connection = adapter.client;
		refuseUnlessWal(connection);
		connection.pragma(CACHE_PRAGMA);
		// LiteFS syncs the log itself before a commit returns.
		connection.pragma(`synchronous = ${env.litefsDir === null ? "FULL" : "NORMAL"}`);
		connection.pragma("foreign_keys = ON");
		replaceBegin(adapter, this.#onBegin);
		this.#onOpen(connection);
		return adapter;
	}
}

/**
 * A transaction that begins as a reader can't become a writer once another process has written
 * (SQLITE_BUSY_SNAPSHOT, which no busy timeout waits for), so it begins as one. And the adapter has
 * two faults after which none would ever begin again: it keeps its lock when BEGIN fails, and leaves
 * the transaction open when COMMIT fails.
 */
function replaceBegin(adapter: Adapter, onBegin: () => void): void {
	const connection = adapter.client;
	const prepare = connection.prepare.bind(connection);
	const start = adapter.startTransaction.bind(adapter);
	let failure: unknown;

	function begin() {
		onBegin();
		failure = undefined;
		try {
			if (connection.inTransaction) prepare("ROLLBACK").run();
			return prepare("BEGIN IMMEDIATE").run();
		} catch (error) {
			failure = error;
			return { changes: 0, lastInsertRowid: 0 };
		}
	}

	connection.prepare = (sql) => {
		const statement = prepare(sql);
		if (sql === "BEGIN") statement.run = begin;
		return statement;
	};
	adapter.startTransaction = async (level) => {
		const started = await start(level);
		if (!failure) return started;
		// That gives the lock back, and does nothing else.
		await started.rollback();
		throw toDriverError(failure);
	};
}

/** As the adapter throws what SQLite refuses. */
function toDriverError(error: unknown): unknown {
	const { code, message } = error as { code?: string; message: string };
	if (!code?.startsWith("SQLITE_")) return error;
	return new DriverAdapterError({
		kind: "GenericJs",
		id: 0,
		originalCode: code,
		originalMessage: message,
	});
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
