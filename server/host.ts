import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppBuild } from "./build.ts";
import { commonHeaders, STRICTEST } from "./headers.ts";
import { pageOf } from "./plain-page.ts";
import { sendLogged } from "./request-log.ts";

const BODY = pageOf("Bad request", "This request names two hosts.");

/**
 * Responds with 400 to a request with more than one Host header. Node takes the first, and a proxy
 * in front may have taken another.
 */
export function requireOneHost({ entry }: AppBuild) {
	const { env, logEvent } = entry.module;
	const headers = Object.entries({
		...commonHeaders(env),
		...STRICTEST,
		"Content-Type": "text/html; charset=UTF-8",
		"Content-Length": String(Buffer.byteLength(BODY)),
		Connection: "close",
	}).flat();
	return (request: IncomingMessage, response: ServerResponse, next: () => void) => {
		if (countHosts(request.rawHeaders) < 2) return next();
		const started = performance.now();
		sendLogged(logEvent, request, response, {
			status: 400,
			route: null,
			headers,
			body: BODY,
			started,
		});
	};
}

/** Counts the Host headers among names and values in turn. */
function countHosts(rawHeaders: string[]): number {
	let hosts = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? "";
		if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
	}
	return hosts;
}
