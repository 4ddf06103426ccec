import { setTimeout as pause } from "node:timers/promises";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import { DriverAdapterError } from "@prisma/driver-adapter-utils";
import Database from "better-sqlite3";
import { env } from "#app/platform/env/env.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";
import { hasCode } from "./error-code.ts";
import { folded } from "./like.ts";

const BUSY_TIMEOUT_MS = 5 * SECOND_MS;
/** A random wait, so that two processes don't try in step. */
const TRY_AGAIN_MS = 3;
/**
 * Each connection caches 4 MiB of the file. The system's cache serves the rest to all of them.
 * better-sqlite3's default, 16 MB for each of three connections, would only take memory.
 */
const CACHE_PRAGMA = "cache_size = -4096";

type Adapter = Awaited<ReturnType<PrismaBetterSqlite3["connect"]>> & { client: SqliteConnection };

/** The used part of the better-sqlite3 connection inside Prisma's adapter. */
export type SqliteConnection = {
	pragma(source: string, options?: { simple: true }): unknown;
	prepare(sql: string): Database.Statement;
	inTransaction: boolean;
};

/** The process can't start with this database. The message is a sentence for the operator. */
export class DatabaseError extends Error {
	override name = "DatabaseError";
}

/** Opens the connection for plain SQL that reads. */
export function openReadOnly(): Database.Database {
	const reader = new Database(env.databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
	reader.pragma(CACHE_PRAGMA);
	reader.function("folded", { deterministic: true }, (text) => folded(String(text)));
	return reader;
}

/** Opens Prisma's connection for reading, which SQLite makes read-only. */
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

/** Opens Prisma's connection for writing. */
export class WriterFactory extends PrismaBetterSqlite3 {
	#onOpen: (connection: SqliteConnection) => void;
	#onBegin: () => void;

	/** Calls `onOpen` with the connection, and `onBegin` before each transaction begins. */
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
		// What is deleted is overwritten, so that the file holds none of it.
		connection.pragma("secure_delete = ON");
		// SQLite's own wait would block the event loop. startTransaction waits instead.
		connection.pragma("busy_timeout = 0");
		replaceBegin(adapter, this.#onBegin);
		this.#onOpen(connection);
		return adapter;
	}
}

/**
 * Begins transactions as writers: one that begins as a reader can't write once another process has
 * (SQLITE_BUSY_SNAPSHOT, which no busy timeout waits for). While another process writes, it tries
 * again until the timeout, and this process serves meanwhile. It also works around two faults of the
 * adapter after which no transaction could begin: it keeps its lock when BEGIN fails, and leaves
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
		const deadline = performance.now() + BUSY_TIMEOUT_MS;
		for (;;) {
			const started = await start(level);
			if (!failure) return started;
			const reason = failure;
			// Releases the adapter's lock, and does nothing else.
			await started.rollback();
			const mayTryAgain = hasCode(reason, /^SQLITE_BUSY/) && performance.now() < deadline;
			if (!mayTryAgain) throw toDriverError(reason);
			await pause(Math.random() * TRY_AGAIN_MS);
		}
	};
}

/** Wraps SQLite's error as the adapter does. */
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

/** In other journal modes, Prisma over this driver loses acknowledged writes (prisma/orm#29933). */
function refuseUnlessWal(connection: SqliteConnection): void {
	const mode = connection.pragma("journal_mode", { simple: true });
	if (mode !== "wal") {
		throw new DatabaseError(
			`The database's journal mode is "${mode}", not "wal". Run: npm run migrate`,
		);
	}
}
