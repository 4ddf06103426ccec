import fs from "node:fs";
import type { Server } from "node:http";

/** A head that takes longer is a slow client; the whole request may take a slow phone's while. */
const HEAD_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 5_000;
/** Longer than the minute for which proxies keep connections, or they would use one that closes. */
const KEEP_ALIVE_MS = 75_000;
/** Nothing in or out for this long, such as an answer that nobody reads. Streams of events say something every 20 s. */
const SILENCE_MS = 120_000;
const TCP_KEEP_ALIVE_MS = 60_000;

/** Each connection holds a file descriptor; the database, the log and files need some, too. */
const RESERVED_FILES = 256;
const MOST_CONNECTIONS = 16_384;

/** So many may wait to be taken: what the system would turn away gets no word of why. */
export const BACKLOG = 4_096;

/** Options of http.createServer. */
export const SERVER_OPTIONS = {
	headersTimeout: HEAD_MS,
	requestTimeout: REQUEST_MS,
	connectionsCheckingInterval: CHECK_MS,
	keepAliveTimeout: KEEP_ALIVE_MS,
	/** Finds clients that are gone without a word. */
	keepAlive: true,
	keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
};

/** Holds slow and silent clients to their share, so that they don't stop others. */
export function limitConnections(server: Server): void {
	server.maxConnections = Math.min(MOST_CONNECTIONS, openFileLimit() - RESERVED_FILES);
	server.timeout = SILENCE_MS;
}

/** What the system allows the process; where it doesn't say, what most systems do. */
function openFileLimit(): number {
	try {
		const limits = fs.readFileSync("/proc/self/limits", "utf8");
		const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
		return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft) || 1024;
	} catch {
		return 1024;
	}
}
