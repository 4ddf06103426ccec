import { AsyncLocalStorage } from "node:async_hooks";
import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { type Role, readLagMs, readPosition, readRole } from "./litefs.server.ts";

const PRIMARY: Role = { kind: "primary" };
const ROLE_POLL_MS = SECOND_MS;

/** Longer than any lag that is let pass unnoticed. */
const POSITION_COOKIE_MS = 5 * MINUTE_MS;
const POSITION_COOKIE = "__Host-position";

/** What this process may do. Without LiteFS it is the primary. Takes some 100 microseconds with it. */
export function role(): Role {
	return env.litefsDir === null ? PRIMARY : readRole(env.litefsDir);
}

/** For how long this process has not heard of the primary, in milliseconds; about 0 on the primary. */
export function lagMs(): number {
	return env.litefsDir === null ? 0 : readLagMs(env.litefsDir);
}

/** The number of the last transaction that is in this process's database; null without LiteFS. */
export function position(): string | null {
	return env.litefsDir === null ? null : readPosition(env.databaseFile);
}

/** Whether the database is too old to serve (REPLICA_MAX_LAG_S), because replication is late or cut. */
export function isLagging(): boolean {
	return lagMs() > env.replicaMaxLagMs;
}

/**
 * Calls `onChange` whenever this process begins or ceases to be the primary; at once without LiteFS.
 * Answers a function that ends it.
 */
export function followPrimary(onChange: (isPrimary: boolean) => void): () => void {
	if (env.litefsDir === null) {
		onChange(true);
		return () => {};
	}
	let isPrimary = false;
	let wasSeen = false;
	const timer = setInterval(() => {
		const isSeen = role().kind === "primary";
		// Where a primary's clock is ahead, the lag of a replica that it lost passes 0 once.
		const isNow = isSeen && wasSeen;
		wasSeen = isSeen;
		if (isNow === isPrimary) return;
		isPrimary = isNow;
		onChange(isPrimary);
	}, ROLE_POLL_MS);
	return () => clearInterval(timer);
}

/**
 * The Set-Cookie value that tells replicas what its bearer has written: the position of this
 * database, signed, so that nobody can ask to wait for one that is not there. Null without one.
 */
export function writePositionCookie(): string | null {
	const now = position();
	if (now === null) return null;
	const maxAge = POSITION_COOKIE_MS / 1000;
	return `${POSITION_COOKIE}=${now}.${sign(now)}; Max-Age=${maxAge}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}

/** The position that a Cookie header asks for, or null: without the cookie, or with one of others. */
export function readPositionCookie(header: string | undefined): string | null {
	const [, wanted, signature] =
		/(?:^|; *)__Host-position=([0-9a-f]{16})\.([0-9a-f]{64})(?:;|$)/.exec(header ?? "") ?? [];
	if (!wanted || !signature) return null;
	return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(wanted))) ? wanted : null;
}

/** Whether this database holds everything up to a position. */
export function hasReached(wanted: string): boolean {
	const now = position();
	return now !== null && now >= wanted;
}

function sign(text: string): string {
	return keyedHash("position", text);
}

const watches = new AsyncLocalStorage<{ wasRefused: boolean }>();

/** Runs `work` and answers whether the database refused a write in it because it is a replica's. */
export async function catchRefusedWrites(work: () => Promise<unknown>): Promise<boolean> {
	const watch = { wasRefused: false };
	await watches.run(watch, work);
	return watch.wasRefused;
}

/** SQLite's own error; or as Prisma throws the driver's: as it is, or wrapped in an error of its own. */
type DriverError = {
	code?: string;
	cause?: { originalCode?: string };
	meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
};

/**
 * Looks at what a transaction threw. SQLite knows nothing of replicas: LiteFS refuses the bytes, and
 * it reports a disk that fails, or in another journal mode a database that can't be written.
 */
export function noteRefusedWrite(error: unknown): void {
	const watch = watches.getStore();
	if (!watch || env.litefsDir === null || !(error instanceof Error)) return;
	const { code, cause, meta } = error as DriverError;
	const inner = cause?.originalCode ?? meta?.driverAdapterError?.cause?.originalCode;
	if (/^SQLITE_(IOERR|READONLY)/.test(inner ?? code ?? "")) watch.wasRefused = true;
}
