import type { Context, MiddlewareHandler } from "hono";
import { BODY_LIMIT_BYTES } from "./body-limit.ts";
import type { Entry } from "./build.ts";
import { plainPage } from "./plain-page.ts";

/** A replica has what its primary wrote within milliseconds, unless something is wrong. */
const WAIT_MS = 1_000;
const POLL_MS = 20;
const RETRY_AFTER_S = 30;
const REACH_PRIMARY = "5s";

/**
 * Sends what may write to the primary: on a replica, everything but GET and HEAD, before its body is
 * read, and every request in which SQLite refuses a write. Fly's proxy acts on the header and the
 * client hears nothing of it. A write that was made is noted in the client's position cookie.
 */
export function forwardWrites(entry: Entry): MiddlewareHandler {
	if (entry.env.litefsDir === null) return (_, next) => next();
	return async (context, next) => {
		const isRead = ["GET", "HEAD"].includes(context.req.method);
		// Refused here as well as anywhere, and more than a proxy would send again.
		const isTooLarge = Number(context.req.header("Content-Length")) > BODY_LIMIT_BYTES;
		if (!isRead && !isTooLarge && entry.role().kind !== "primary") return forward(context, entry);

		const wasRefused = await entry.catchRefusedWrites(next);
		if (wasRefused) {
			await context.res.body?.cancel();
			// Else the headers of what is dropped would be kept.
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
 * Lets people read what they wrote: a replica that has not come to the position in a client's cookie
 * waits for it, for a moment, and then leaves the page to the primary.
 */
export function awaitOwnWrites(entry: Entry): MiddlewareHandler {
	if (entry.env.litefsDir === null) return (_, next) => next();
	return async (context, next) => {
		const deadline = performance.now() + WAIT_MS;
		while (isBehind(entry, context.req.header("Cookie"))) {
			// Without a primary nothing is coming, and what is here is all that anyone can have.
			if (entry.role().kind !== "replica" || hasReturned(context)) break;
			if (performance.now() > deadline) return forward(context, entry);
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
		return next();
	};
}

/** Whether the database lacks something that the bearer of a Cookie header has written. */
export function isBehind(entry: Entry, cookies: string | undefined): boolean {
	if (entry.env.litefsDir === null) return false;
	const wanted = entry.readPositionCookie(cookies);
	return wanted !== null && !entry.hasReached(wanted);
}

/** https://fly.io/docs/networking/dynamic-request-routing/ */
function forward(context: Context, entry: Entry): Response {
	const role = entry.role();
	if (role.kind !== "replica" || hasReturned(context)) {
		return plainPage(
			context,
			503,
			"Nothing can be changed right now",
			"Nothing was saved. Everything can still be read, and changes will be possible again soon. Go back (your browser still has what you typed), and try again in a minute.",
			{ "Retry-After": String(RETRY_AFTER_S) },
		);
	}
	return plainPage(
		context,
		409,
		"Another server must answer",
		"This server has a copy and cannot change it. Please try again in a minute.",
		{ "Fly-Replay": `instance=${role.primary};timeout=${REACH_PRIMARY};fallback=prefer_self` },
	);
}

/** The proxy could not reach the primary, and asks again here, where it can be sent nowhere else. */
function hasReturned(context: Context): boolean {
	return context.req.header("Fly-Replay-Failed") !== undefined;
}
