import Database from "better-sqlite3";
import { type Prisma, PrismaClient } from "#app/generated/prisma/client.ts";
import { env } from "#app/platform/env.server.ts";
import { logError } from "#app/platform/log.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";
import { noteRefusedWrite } from "./cluster.server.ts";
import {
	BUSY_TIMEOUT_MS,
	CACHE_PRAGMA,
	DatabaseError,
	ReaderFactory,
	type SqliteConnection,
	WriterFactory,
} from "./sqlite.server.ts";
import { Statements } from "./statements.server.ts";
import { isStorageFault, StorageFault } from "./storage-fault.server.ts";
import { isVanished, Vanished } from "./vanished.server.ts";

const TRANSACTION_WAIT_MS = 10 * SECOND_MS;
const TRANSACTION_MS = 10 * SECOND_MS;
/** At most so many share a commit, so that none waits long for the others. */
const SHARED_MAX = 50;

export type Transaction = Prisma.TransactionClient;

let writerConnection: SqliteConnection | undefined;
let writerStatements: Statements | undefined;
/** The transaction that the writer's connection is in, or was in last. */
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
 * The database for reading, on a connection that SQLite itself holds to reading: nothing outside
 * a transaction can write, so no page does so by being looked at.
 */
export const db: Transaction = new PrismaClient({
	adapter: new ReaderFactory(),
});

/**
 * Runs `work` in one write transaction: all of it is stored when this resolves, or nothing when
 * it throws. Transactions run one after another. The writer's connection is used in no other way,
 * because a statement beside an open transaction would become part of it. Throws a Refusal: a
 * StorageFault while the disk takes no writes, Vanished where a row that it needs is gone.
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

/** What to throw where a transaction failed, in the request that it failed. */
function explain(error: unknown): unknown {
	noteRefusedWrite(error);
	if (isVanished(error)) return new Vanished(error);
	if (!isStorageFault(error)) return error;
	logError(error);
	return new StorageFault(error);
}

/**
 * Plain SQL within the caller's write transaction, for what visitors do many times a second. It
 * runs on the connection that the transaction is open on, and at once.
 */
export function plain(tx: Transaction): Statements {
	// One that took too long was ended, and another may be open by now.
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

/** Creates a row as Prisma does, and at once, for what visitors do; returns its number. */
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
 * As `transaction`, for what many do at once: those who wait at the same time share one commit,
 * which is the slow part of a small transaction. Whoever throws is undone alone. When this
 * resolves, the work is as durable as any.
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
		let taken: Sharer[] = [];
		try {
			await begin(async (tx) => {
				// Whoever came while this waited for its turn goes along.
				taken = sharers.splice(0, SHARED_MAX);
				for (const sharer of taken) await runUndoably(tx, sharer);
			});
			for (const { succeed } of taken) succeed();
		} catch (error) {
			// Where it never began, nobody who waits can be served.
			if (taken.length === 0) taken = sharers.splice(0);
			for (const { fail } of taken) fail(error);
		}
	}
	isSharing = false;
}

async function runUndoably(tx: Transaction, { work, fail }: Sharer): Promise<void> {
	const sql = plain(tx);
	sql.run("SAVEPOINT sharer");
	try {
		await work(tx);
	} catch (error) {
		// A disk that fails ends the transaction, for all of them.
		if (!writerConnection?.inTransaction) throw error;
		sql.run("ROLLBACK TO sharer");
		fail(error);
	}
	sql.run("RELEASE sharer");
}

let rawReader: Database.Database | undefined;
let readerStatements: Statements | undefined;

/** One row by plain SQL, for what is asked on every request. */
export function readRow<Row>(sql: string, values: unknown[]): Row | undefined {
	return openReader().row<Row>(sql, values);
}

/** The same for every row. */
export function readRows<Row>(sql: string, values: unknown[]): Row[] {
	return openReader().rows<Row>(sql, values);
}

/**
 * Moves with every write that this connection did not make, which is every write (SQLite's
 * documentation, "PRAGMA data_version").
 */
export function readDataVersion(): number {
	return readRow<{ data_version: number }>("PRAGMA data_version", [])?.data_version ?? 0;
}

function openReader(): Statements {
	if (!readerStatements) {
		const reader = new Database(env.databaseFile, { readonly: true, timeout: BUSY_TIMEOUT_MS });
		reader.pragma(CACHE_PRAGMA);
		rawReader = reader;
		readerStatements = new Statements((sql) => reader.prepare(sql));
	}
	return readerStatements;
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

/**
 * Closes every connection, the writer's last: whoever is the last folds the write-ahead log into the
 * file, which one that only reads may not.
 */
export async function closeDatabase(): Promise<void> {
	rawReader?.close();
	rawReader = undefined;
	readerStatements = undefined;
	await (db as PrismaClient).$disconnect();
	await writer.$disconnect();
}
