import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { Entry } from "./build.ts";

const ID_HEADER = "X-Request-Id";
const PATH_MAX = 200;
/** Tokens and ids are so long. A link that was copied wrong can have one, and no route matches it. */
const MAY_BE_SECRET = /[\w.~-]{32,}/g;

/**
 * Logs one JSON line per request: id, method, route, status, ms. The route is the pattern, because
 * an address can contain tokens and people's names. Only a path that no route matches is logged,
 * without its query, because it tells what is missing.
 */
export function logRequests({ logEvent, ROUTE_HEADER }: Entry): MiddlewareHandler {
	return async (context, next) => {
		const started = performance.now();
		await next();
		const { status, headers } = context.res;
		const route = headers.get(ROUTE_HEADER);
		headers.delete(ROUTE_HEADER);
		// Whoever sends a page that is rendered to be kept logs the request.
		if ((context.env as { isToBeKept?: true }).isToBeKept) return;
		// An address with a line break matches no route, not even the catch-all.
		const isMissing = route === "/*" || (route === null && status === 404);
		const path = isMissing ? context.req.path : undefined;
		const id = randomUUID();
		headers.set(ID_HEADER, id);
		logRequest(logEvent, { id, method: context.req.method, route, status, started, path });
	};
}

type Whole = {
	status: number;
	route: string | null;
	/** Names and values in turn, as writeHead takes them. */
	headers: string[];
	body: Buffer | string;
	/** By performance.now(). */
	started: number;
	/** Logged when no route matches it. */
	path?: string;
};

/** Sends a complete response and logs its line, for the steps before Hono. */
export function sendLogged(
	logEvent: Entry["logEvent"],
	request: IncomingMessage,
	response: ServerResponse,
	{ status, route, headers, body, started, path }: Whole,
): void {
	const { method = "" } = request;
	const id = randomUUID();
	response.writeHead(status, [...headers, ID_HEADER, id]);
	response.end(method === "HEAD" || status === 304 ? undefined : body);
	logRequest(logEvent, { id, method, route, status, started, path });
}

type Line = Pick<Whole, "status" | "route" | "started" | "path"> & { id: string; method: string };

function logRequest(
	logEvent: Entry["logEvent"],
	{ id, method, route, status, started, path: asked }: Line,
): void {
	const path = asked?.replace(MAY_BE_SECRET, "…").slice(0, PATH_MAX);
	const ms = Math.round((performance.now() - started) * 10) / 10;
	logEvent("request", { id, method, route: route ?? "-", status, ms, path });
}
