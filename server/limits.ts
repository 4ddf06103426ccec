import fs from "node:fs";
import type { Server } from "node:http";

/** The headers must arrive in this time. The whole request may take longer, for slow phones. */
const HEAD_MS = 15_000;
const REQUEST_MS = 30_000;
const CHECK_MS = 5_000;
/** Longer than proxies keep connections (a minute), or they would reuse one as it closes. */
const KEEP_ALIVE_MS = 75_000;
/** A connection that is silent for so long is closed. Event streams send something every 20 s. */
const SILENCE_MS = 120_000;
const TCP_KEEP_ALIVE_MS = 60_000;

/** File descriptors left for the database, the log and files; each connection takes one. */
const RESERVED_FILES = 256;
const MOST_CONNECTIONS = 16_384;

/** New connections that may queue in the system, which refuses any more without a response. */
export const BACKLOG = 4_096;

/** Options of http.createServer. */
export const SERVER_OPTIONS = {
	headersTimeout: HEAD_MS,
	requestTimeout: REQUEST_MS,
	connectionsCheckingInterval: CHECK_MS,
	keepAliveTimeout: KEEP_ALIVE_MS,
	/** TCP keep-alive finds clients that vanished without closing. */
	keepAlive: true,
	keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
};

/** Limits connections in number and idle time, so that slow clients don't block others. */
export function limitConnections(server: Server): void {
	server.maxConnections = Math.min(MOST_CONNECTIONS, openFileLimit() - RESERVED_FILES);
	server.timeout = SILENCE_MS;
}

/** Returns how many files the process may open, or 1024, a common default, if unknown. */
export function openFileLimit(): number {
	try {
		const limits = fs.readFileSync("/proc/self/limits", "utf8");
		const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
		return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft) || 1024;
	} catch {
		return 1024;
	}
}
