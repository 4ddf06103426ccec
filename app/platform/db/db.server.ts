import type Database from "better-sqlite3";
import { type Prisma, PrismaClient } from "#app/generated/prisma/client.ts";
import { logError } from "#app/platform/log.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";
import { breathe } from "./breathe.server.ts";
import { noteRefusedWrite } from "./cluster.server.ts";
import { hasCode } from "./error-code.ts";
import {
	DatabaseError,
	openReadOnly,
	ReaderFactory,
	type SqliteConnection,
	WriterFactory,
} from "./sqlite.server.ts";
import { Statements } from "./statements.server.ts";
import { isStorageFault, StorageFault } from "./storage-fault.server.ts";
import { isVanished, Vanished } from "./vanished.server.ts";

const TRANSACTION_WAIT_MS = 10 * SECOND_MS;
const TRANSACTION_MS = 10 * SECOND_MS;
/** At most so many callers share a commit, so that none waits long for the others. */
const SHARED_MAX = 50;

export type Transaction = Prisma.TransactionClient;

let writerConnection: SqliteConnection | undefined;
let writerStatements: Statements | undefined;
/** The writer's open transaction, or its last one. */
let openTransaction: Transaction | undefined;

const writer = new PrismaClient({
	adapter: new WriterFactory(
		(connection) => {
			writerConnection = connection;
			writerStatements = new Statements((sql) => connection.prepare(sql));
		},
		() => {
			openTransaction = undefined;
		},
	),
	transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_MS },
});

/**
 * The database for reading, on a read-only connection: only a transaction can write, so viewing a
 * page never does.
 */
export const db: Transaction = new PrismaClient({
	adapter: new ReaderFactory(),
});

/**
 * Runs `work` in one write transaction: all of it is stored when this resolves, nothing when it
 * throws. Transactions run one after another. Nothing else uses the writer's connection, because
 * a statement beside an open transaction would become part of it. Throws StorageFault while the
 * disk takes no writes, and Vanished when a row that `work` needs was deleted.
 */
export async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
	try {
		return await begin(work);
	} catch (error) {
		throw explain(error);
	}
}

function begin<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
	return writer.$transaction((tx) => {
		openTransaction = tx;
		return work(tx);
	});
}

/** Returns the error to throw. Runs in the caller's request, which noteRefusedWrite relies on. */
function explain(error: unknown): unknown {
	noteRefusedWrite(error);
	if (isVanished(error)) return new Vanished(error);
	if (!isStorageFault(error)) return error;
	logError(error);
	return new StorageFault(error);
}

/**
 * Returns plain, synchronous SQL statements on the caller's write transaction, for what visitors
 * do many times a second. Throws when the transaction is no longer open.
 */
export function plain(tx: Transaction): Statements {
	// A transaction that timed out was ended, and another may be open by now.
	if (tx !== openTransaction || !writerStatements || !writerConnection?.inTransaction) {
		throw new Error("Plain statements are for an open write transaction");
	}
	return writerStatements;
}

type Rows = {
	AnsweredQuestion: Prisma.AnsweredQuestionUncheckedCreateInput;
	Submission: Prisma.SubmissionUncheckedCreateInput;
	SubmissionLink: Prisma.SubmissionLinkUncheckedCreateInput;
};

/** Inserts a row, as Prisma's `create` does but synchronously; returns its rowid. */
export function insertRow<Table extends keyof Rows>(
	tx: Transaction,
	table: Table,
	row: Rows[Table],
): number {
	return plain(tx).insert(table, row);
}

type Sharer = {
	work: (tx: Transaction) => Promise<void>;
	succeed: () => void;
	fail: (error: unknown) => void;
};

const sharers: Sharer[] = [];
let isSharing = false;

/**
 * Like `transaction`, for work that many do at once: callers that wait at the same time share one
 * commit, the slow part of a small transaction. `work` that throws is rolled back alone. When this
 * resolves, the result is stored.
 */
export async function sharedTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
	try {
		return await new Promise<T>((resolve, reject) => {
			let result: T;
			sharers.push({
				work: async (tx) => {
					result = await work(tx);
				},
				succeed: () => resolve(result),
				fail: reject,
			});
			if (!isSharing) shareCommits();
		});
	} catch (error) {
		throw explain(error);
	}
}

async function shareCommits(): Promise<void> {
	isSharing = true;
	while (sharers.length > 0) {
		await gatherSharers();
		let taken: Sharer[] = [];
		try {
			await begin(async (tx) => {
				taken = sharers.splice(0, SHARED_MAX);
				for (const sharer of taken) await runUndoably(tx, sharer);
			});
			for (const { succeed } of taken) succeed();
		} catch (error) {
			// The transaction never began, so it fails for everybody who waits.
			if (taken.length === 0) taken = sharers.splice(0);
			for (const { fail } of taken) fail(error);
		}
	}
	isSharing = false;
}

/**
 * Resolves in the first turn of the event loop that brings no further caller. A commit blocks the
 * process until the disk has it, so it is worth a turn to have fewer of them.
 */
async function gatherSharers(): Promise<void> {
	for (let before = 0; before < sharers.length && sharers.length < SHARED_MAX; ) {
		before = sharers.length;
		await breathe();
	}
}

async function runUndoably(tx: Transaction, { work, fail }: Sharer): Promise<void> {
	const sql = plain(tx);
	sql.run("SAVEPOINT sharer");
	try {
		await work(tx);
	} catch (error) {
		// A failing disk ends the transaction for all sharers.
		if (!writerConnection?.inTransaction) throw error;
		sql.run("ROLLBACK TO sharer");
		fail(error);
	}
	sql.run("RELEASE sharer");
}

let rawReader: Database.Database | undefined;
let readerStatements: Statements | undefined;

/** Returns the first row of a plain SQL query, or undefined; for queries on every request. */
export function readRow<Row>(sql: string, values: unknown[]): Row | undefined {
	return openReader().row<Row>(sql, values);
}

/** Returns every row of a plain SQL query. */
export function readRows<Row>(sql: string, values: unknown[]): Row[] {
	return openReader().rows<Row>(sql, values);
}

/**
 * Returns a number that changes with every write of another connection (SQLite's documentation,
 * "PRAGMA data_version"). This connection never writes, so that is every write.
 */
export function readDataVersion(): number {
	return readRow<{ data_version: number }>("PRAGMA data_version", [])?.data_version ?? 0;
}

function openReader(): Statements {
	if (!readerStatements) {
		const reader = openReadOnly();
		rawReader = reader;
		readerStatements = new Statements((sql) => reader.prepare(sql));
	}
	return readerStatements;
}

/** Returns whether Prisma's error says that a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
	return hasCode(error, /^P2002$/);
}

/**
 * Opens Prisma's two connections, which otherwise open with their first query. Throws a
 * DatabaseError when the database is missing or not in WAL mode, so that the process can refuse to
 * start.
 */
export async function openDatabase(): Promise<void> {
	try {
		// The reader first, because the writer would create a missing file.
		await (db as PrismaClient).$connect();
		await writer.$connect();
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new DatabaseError(`Smallprint can't open its database: ${reason}`);
	}
}

/**
 * Closes every connection, the writer's last: the last one folds the write-ahead log into the file,
 * which a read-only connection can't.
 */
export async function closeDatabase(): Promise<void> {
	rawReader?.close();
	rawReader = undefined;
	readerStatements = undefined;
	await (db as PrismaClient).$disconnect();
	await writer.$disconnect();
}
