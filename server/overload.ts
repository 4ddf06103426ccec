import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { AppBuild } from "./build.ts";
import { fileFinder } from "./files.ts";
import { commonHeaders, STRICTEST } from "./headers.ts";
import { pageOf } from "./plain-page.ts";
import { sendLogged } from "./request-log.ts";

/** Fewer requests are no overload, however long they take and whatever else the machine does. */
const ALWAYS_LET_IN = 8;
/** Up to so many, or four times the limit, may be a crowd that leaves by itself. */
const CROWD = 250;
/** Below this share of the thread's time, requests wait for something else: Stripe, a hash. */
const BUSY = 0.8;
const MEASURE_MS = 500;
/** The next request starts after at most so many new connections. */
const ACCEPTED_FIRST = 4;

/** Requests of one kind, refused once one more has had to wait `waitMs` for `standingMs` on end. */
function createLine({ waitMs, standingMs }: { waitMs: number; standingMs: number }) {
	const here = new Set<ServerResponse>();
	let answered = 0;
	let perMs = 0;
	let longSince = 0;
	let longAt = Number.NEGATIVE_INFINITY;
	return {
		here,
		leave(response: ServerResponse): void {
			if (here.delete(response) && response.headersSent) answered += 1;
		},
		measure(elapsedMs: number): void {
			// A stream has its response and goes on.
			for (const response of here) if (response.headersSent) this.leave(response);
			perMs = (perMs + answered / elapsedMs) / 2;
			answered = 0;
		},
		/** Returns whether to refuse one more. By Little's law, it would wait for size / rate. */
		isTooLong(now: number): boolean {
			const limit = Math.max(ALWAYS_LET_IN, perMs * waitMs);
			if (here.size < limit) return false;
			if (now - longAt > standingMs) longSince = now;
			longAt = now;
			return now - longSince >= standingMs || here.size >= Math.max(CROWD, 4 * limit);
		},
	};
}

/**
 * Starts one request in each turn of the event loop, so that all are read and counted meanwhile. A
 * turn accepts one connection, and nothing tells how many more wait in the system: those go first.
 */
export function createQueue(server: Pick<Server, "on">) {
	const pages = createLine({ waitMs: 450, standingMs: 2_000 });
	// Refused last, because a reload can't restore what somebody typed.
	const posts = createLine({ waitMs: 600, standingMs: 10_000 });
	const waiting: (() => void)[] = [];
	let isAccepting = false;
	let isBusy = false;
	let then = performance.eventLoopUtilization();
	server.on("connection", () => {
		isAccepting = true;
	});

	function startNext(skipped: number): void {
		const isSkipped = isAccepting && skipped < ACCEPTED_FIRST;
		isAccepting = false;
		if (!isSkipped) waiting.shift()?.();
		if (waiting.length > 0) setImmediate(startNext, isSkipped ? skipped + 1 : 0);
	}

	/** Calls `start` in the request's turn. Returns false instead if the request must be refused. */
	return (request: IncomingMessage, response: ServerResponse, start: () => void): boolean => {
		const { idle, active, utilization } = performance.eventLoopUtilization(then);
		if (idle + active >= MEASURE_MS) {
			then = performance.eventLoopUtilization();
			isBusy = utilization > BUSY;
			for (const line of [pages, posts]) line.measure(idle + active);
		}
		const line = isRead(request) ? pages : posts;
		if (isBusy && line.isTooLong(performance.now())) return false;
		line.here.add(response);
		response.once("close", () => line.leave(response));
		// A client that sends its body slowly holds nobody up. Most bodies come with their head.
		setImmediate(() => {
			if (!request.complete) line.here.delete(response);
		});
		if (waiting.length === 0) setImmediate(startNext, 0);
		waiting.push(() => {
			if (!response.destroyed) start();
		});
		return true;
	};
}

const isRead = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** Responds with 503 to whoever would wait too long. Files and `neverShed` routes don't queue. */
export function shedLoad({ entry, routes }: AppBuild, server: Server) {
	const { env, logEvent, routeHandles } = entry.module;
	const handles = routeHandles(routes);
	const isFile = fileFinder();
	const common = { ...commonHeaders(env), ...STRICTEST, "Retry-After": "2" };
	const letIn = createQueue(server);
	return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
		const path = request.url?.split("?")[0] ?? "";
		if (isFile(path) || handles.get(path)?.neverShed) return next();
		if (letIn(request, response, next)) return;
		const started = performance.now();
		const text = isRead(request)
			? "More people than usual are here. Please load this page again in a few seconds."
			: "More people than usual are here, so nothing was done. Go back (your browser still has what you typed), and send it again in a few seconds.";
		const { accept = "" } = request.headers;
		const isJson = accept.includes("application/json") && !accept.includes("text/html");
		const type = isJson ? "application/json" : "text/html; charset=UTF-8";
		const body = isJson ? JSON.stringify({ error: text }) : pageOf("Smallprint is busy", text);
		const headers = Object.entries({ ...common, "Content-Type": type }).flat();
		headers.push("Content-Length", String(Buffer.byteLength(body)));
		sendLogged(logEvent, request, response, { status: 503, route: null, headers, body, started });
	};
}
