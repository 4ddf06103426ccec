import { AsyncLocalStorage } from "node:async_hooks";
import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { hasCode } from "./error-code.ts";
import { type Role, readLagMs, readPosition, readRole } from "./litefs.server.ts";

const PRIMARY: Role = { kind: "primary" };
const ROLE_POLL_MS = SECOND_MS;

/** Longer than a replica may lag without being noticed. */
const POSITION_COOKIE_MS = 5 * MINUTE_MS;
const POSITION_COOKIE = "__Host-position";
const SIGNED = "position";

/** Returns this process's role: the primary without LiteFS. With LiteFS, it takes about 100 µs. */
export function role(): Role {
	return env.litefsDir === null ? PRIMARY : readRole(env.litefsDir);
}

/** Returns the milliseconds since the primary was last heard from; about 0 on the primary. */
export function lagMs(): number {
	return env.litefsDir === null ? 0 : readLagMs(env.litefsDir);
}

/** Returns the number of the last transaction in this process's database; null without LiteFS. */
export function position(): string | null {
	return env.litefsDir === null ? null : readPosition(env.databaseFile);
}

/** Returns whether replication is too late (REPLICA_MAX_LAG_S) for this database to be served. */
export function isLagging(): boolean {
	return lagMs() > env.replicaMaxLagMs;
}

/**
 * Calls `onChange` whenever this process becomes the primary or stops being it; without LiteFS,
 * calls it once, immediately. Returns a function that stops following.
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
		// If the primary's clock is ahead, the lag of a cut-off replica passes 0 once.
		const isNow = isSeen && wasSeen;
		wasSeen = isSeen;
		if (isNow === isPrimary) return;
		isPrimary = isNow;
		onChange(isPrimary);
	}, ROLE_POLL_MS);
	return () => clearInterval(timer);
}

/**
 * Returns the Set-Cookie value with this database's position, which tells replicas how new a
 * database the client needs; null without LiteFS. It is signed, so that nobody can make replicas
 * wait for a made-up position.
 */
export function writePositionCookie(): string | null {
	const now = position();
	if (now === null) return null;
	const maxAge = POSITION_COOKIE_MS / 1000;
	return `${POSITION_COOKIE}=${now}.${keyedHash(SIGNED, now)}; Max-Age=${maxAge}; Path=/; HttpOnly; Secure; SameSite=Lax`;
}

/** Returns the position in a Cookie header, or null when it is missing or wrongly signed. */
export function readPositionCookie(header: string | undefined): string | null {
	const [, wanted, signature] =
		/(?:^|; *)__Host-position=([0-9a-f]{16})\.([0-9a-f]{64})(?:;|$)/.exec(header ?? "") ?? [];
	if (!wanted || !signature) return null;
	return isKeyedHash(SIGNED, wanted, signature) ? wanted : null;
}

/** Returns whether this database has reached a position. */
export function hasReached(wanted: string): boolean {
	const now = position();
	return now !== null && now >= wanted;
}

const watches = new AsyncLocalStorage<{ wasRefused: boolean }>();

/** Runs `work` and returns whether the database refused a write in it, as a replica does. */
export async function catchRefusedWrites(work: () => Promise<unknown>): Promise<boolean> {
	const watch = { wasRefused: false };
	await watches.run(watch, work);
	return watch.wasRefused;
}

/**
 * Notes for catchRefusedWrites if a transaction's error is a replica's refusal. SQLite knows no
 * replicas: LiteFS refuses the bytes, which SQLite reports as an I/O error, or in another journal
 * mode as a read-only database.
 */
export function noteRefusedWrite(error: unknown): void {
	const watch = watches.getStore();
	if (!watch || env.litefsDir === null) return;
	if (hasCode(error, /^SQLITE_(?:IOERR|READONLY)/)) watch.wasRefused = true;
}
