import { randomUUID } from "node:crypto";
import fs from "node:fs";
import type { MiddlewareHandler } from "hono";

/** Set by the app with the pattern of the matched route; taken off before the answer leaves. */
const ROUTE_HEADER = "X-Route";
const PATH_MAX = 200;

/**
 * One JSON line a request: id, method, route, status, ms. The route is the pattern and never the
 * address itself, which can hold tokens and people's names; only a path that nobody answers is
 * written, without its query, because it tells what is missing.
 */
export function requestLog(): MiddlewareHandler {
	return async (context, next) => {
		const started = performance.now();
		const id = randomUUID();
		await next();
		const { status, headers } = context.res;
		const route = headers.get(ROUTE_HEADER);
		headers.delete(ROUTE_HEADER);
		headers.set("X-Request-Id", id);
		// An address with a line break in it matches no route at all, not even the last.
		const isMissing = route === "/*" || (route === null && status === 404);
		logRequest({
			id,
			method: context.req.method,
			route: route ?? "-",
			status,
			started,
			details: isMissing ? { path: context.req.path.slice(0, PATH_MAX) } : {},
		});
	};
}

type LoggedRequest = {
	id: string;
	method: string;
	route: string;
	status: number;
	/** By performance.now(). */
	started: number;
	details?: Record<string, unknown>;
};

/** Writes the line of a request. */
export function logRequest({ started, details, ...request }: LoggedRequest): void {
	const ms = Math.round((performance.now() - started) * 10) / 10;
	logEvent("request", { ...request, ms, ...details });
}

/** Writes one JSON line. */
export function logEvent(event: string, details: Record<string, unknown> = {}): void {
	if (pending === "") setImmediate(flush);
	pending += `${JSON.stringify({ at: now(), event, ...details })}\n`;
}

/** An error nobody expected, as the app tells of its own: on the other stream, with its stack. */
export function logError(error: unknown): void {
	process.stderr.write(`${JSON.stringify({ at: now(), event: "error", error: stackOf(error) })}\n`);
}

/** A worker's failure. It tries again by itself, so it is not among the errors. */
export function logWorkerFailure(error: unknown): void {
	logEvent("background work failed", { error: stackOf(error) });
}

function stackOf(error: unknown): string {
	return (error instanceof Error && error.stack) || String(error);
}

/** Lines of one turn of the event loop, which leave together: a write a line would cost more than a page. */
let pending = "";

function flush(): void {
	const lines = pending;
	pending = "";
	process.stdout.write(lines);
}

process.on("exit", () => {
	try {
		if (pending) fs.writeSync(process.stdout.fd, pending);
	} catch {
		// As below.
	}
});

// A log on a full disk, or whose reader is gone, loses its lines; the site goes on.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});

let lastMs = 0;
let lastTime = "";

function now(): string {
	const ms = Date.now();
	if (ms !== lastMs) {
		lastMs = ms;
		lastTime = new Date(ms).toISOString();
	}
	return lastTime;
}
