import type { Context, MiddlewareHandler } from "hono";
import { BODY_LIMIT_BYTES, bodyLimits } from "./body-limit.ts";
import type { AppBuild, Entry } from "./build.ts";
import { plainPage } from "./plain-page.ts";

/** Replication takes milliseconds unless something is wrong. */
const WAIT_MS = 1_000;
const POLL_MS = 20;
const RETRY_AFTER_S = 30;
const REACH_PRIMARY = "5s";

/**
 * Sends writes to the primary. A replica forwards every method but GET and HEAD before it reads the
 * body, and every request in which SQLite refuses a write. Fly's proxy replays the request, unseen
 * by the client. After a write, the position cookie records how far the database was.
 */
export function forwardWrites(build: AppBuild): MiddlewareHandler {
	const entry = build.entry.module;
	const limitOf = bodyLimits(build);
	if (entry.env.litefsDir === null) return (_, next) => next();
	return async (context, next) => {
		const isRead = ["GET", "HEAD"].includes(context.req.method);
		const length = Number(context.req.header("Content-Length"));
		// limitBody refuses it here.
		const isTooLarge = length > limitOf(context.req.path);
		if (!isRead && !isTooLarge && entry.role().kind !== "primary") {
			// The proxy couldn't replay a large mail. Who brings it will come again.
			return length > BODY_LIMIT_BYTES ? refuse(context) : forward(context, entry);
		}

		const wasRefused = await entry.catchRefusedWrites(next);
		if (wasRefused) {
			await context.res.body?.cancel();
			// Otherwise Hono would keep the dropped response's headers.
			context.res = undefined;
			context.res = forward(context, entry);
			return;
		}
		const cookie = isRead ? null : entry.writePositionCookie();
		if (cookie) context.header("Set-Cookie", cookie, { append: true });
		return;
	};
}

/**
 * Lets people read their own writes. A replica that is behind the position in a client's cookie
 * waits up to a second, then forwards the request to the primary.
 */
export function awaitOwnWrites(entry: Entry): MiddlewareHandler {
	if (entry.env.litefsDir === null) return (_, next) => next();
	return async (context, next) => {
		const deadline = performance.now() + WAIT_MS;
		while (isBehind(entry, context.req.header("Cookie"))) {
			// Without a primary, nothing more will arrive: serve the data that is here.
			if (entry.role().kind !== "replica" || hasReturned(context)) break;
			if (performance.now() > deadline) return forward(context, entry);
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
		return next();
	};
}

/** Returns whether the database lacks a write of the client that sent this Cookie header. */
export function isBehind(entry: Entry, cookies: string | undefined): boolean {
	if (entry.env.litefsDir === null) return false;
	const wanted = entry.readPositionCookie(cookies);
	return wanted !== null && !entry.hasReached(wanted);
}

/** Asks Fly's proxy to replay: https://fly.io/docs/networking/dynamic-request-routing/ */
function forward(context: Context, entry: Entry): Response {
	const role = entry.role();
	if (role.kind !== "replica" || hasReturned(context)) return refuse(context);
	return plainPage(
		context,
		409,
		"Another server must answer",
		"This server has a copy and cannot change it. Please try again in a minute.",
		{ "Fly-Replay": `instance=${role.primary};timeout=${REACH_PRIMARY};fallback=prefer_self` },
	);
}

function refuse(context: Context): Response {
	return plainPage(
		context,
		503,
		"Nothing can be changed right now",
		"Nothing was saved. Everything can still be read, and changes will be possible again soon. Go back (your browser still has what you typed), and try again in a minute.",
		{ "Retry-After": String(RETRY_AFTER_S) },
	);
}

/** Returns whether the proxy failed to reach the primary and sent the request back here. */
function hasReturned(context: Context): boolean {
	return context.req.header("Fly-Replay-Failed") !== undefined;
}
