import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { env } from "#app/platform/env/env.server.ts";
import { createTurns } from "#app/platform/limits/turns.ts";
import { type OutsideUrl, readOutsideUrl } from "./outside-url.ts";
import { type Reach, resolvePublic } from "./resolve.server.ts";

/** How many requests the whole process makes at once, and how many more wait. */
const MOST_AT_ONCE = 10;
const MOST_WAITING = 100;

/** Says who asks, and where the operators of a site can ask back. */
const USER_AGENT = `Smallprint (+${env.appUrl}/help)`;

/** What an answer was. `url` is the address that gave it, after redirects. */
export type OutsideAnswer = {
	url: string;
	status: number;
	headers: IncomingHttpHeaders;
	/** The whole body as UTF-8; "" where none was asked for. */
	text: string;
	/** From the first question for a name to the end of the body, in milliseconds. */
	tookMs: number;
};

/** Why there is no answer. */
export type OutsideFault =
	/** The address, or one that it redirects to, is none of a public site. */
	| "not public"
	/** No name server says anything. */
	| "no name server"
	/** Nothing listens there, or it hung up. */
	| "no connection"
	/** No secure connection: a certificate that browsers refuse, or no TLS at all. */
	| "not secure"
	/** The time was over. */
	| "too slow"
	| "too large"
	/** No HTTP, or a body that breaks off. */
	| "not readable"
	/** Too many requests of this process wait. */
	| "busy";

export type OutsideOptions = {
	/** GET unless set. */
	method?: "GET" | "HEAD";
	/** For everything together: names, connections, redirects and the body. */
	timeoutMs: number;
	/** How many redirects are followed; the next one is the answer. */
	maxRedirects: number;
	/** How much of the body is read, in bytes. Without, none is. */
	maxBytes?: number;
	/** Ends it earlier, as "too slow". */
	signal?: AbortSignal;
};

class OutsideError extends Error {
	readonly fault: OutsideFault;

	constructor(fault: OutsideFault) {
		super(fault);
		this.fault = fault;
	}
}

const inTurn = createTurns({
	atOnce: MOST_AT_ONCE,
	waiting: MOST_WAITING,
	busy: () => new OutsideError("busy"),
});

/**
 * Asks an address that somebody else named, the only way in which the app does so (ADR 99). It
 * connects to public addresses alone, to the one that was checked, and checks each redirect anew.
 * Never throws for what the other side does.
 */
export async function fetchOutside(
	address: string,
	options: OutsideOptions,
	reach: Reach = { allowsLoopback: env.allowsLoopback },
): Promise<OutsideAnswer | OutsideFault> {
	const deadline = AbortSignal.timeout(options.timeoutMs);
	const signal = AbortSignal.any([deadline, ...(options.signal ? [options.signal] : [])]);
	try {
		return await inTurn(() => follow(address, { ...options, signal }, reach), signal);
	} catch (error) {
		return signal.aborted ? "too slow" : faultOf(error);
	}
}

async function follow(
	address: string,
	options: OutsideOptions & { signal: AbortSignal },
	reach: Reach,
): Promise<OutsideAnswer> {
	const started = performance.now();
	let next: string | URL = address;
	for (let left = options.maxRedirects; ; left -= 1) {
		const target = readOutsideUrl(next, reach);
		if (!target) throw new OutsideError("not public");
		const response = await open(target, options, reach);
		try {
			// Another protocol was not asked for.
			if (response.statusCode === 101) throw new OutsideError("not readable");
			const to = left > 0 ? redirectOf(response, target.url) : null;
			if (to === null) {
				const text = await readText(response, options.maxBytes);
				const { statusCode: status = 0, headers } = response;
				const tookMs = performance.now() - started;
				return { url: target.url.href, status, headers, text, tookMs };
			}
			next = to;
		} finally {
			// Whatever is left of the body stays unread, and the connection ends.
			response.destroy();
		}
	}
}

async function open(
	{ url, name }: OutsideUrl,
	{ method = "GET", signal }: OutsideOptions & { signal: AbortSignal },
	reach: Reach,
): Promise<IncomingMessage> {
	const addresses = await resolvePublic(name, reach, signal);
	if (typeof addresses === "string") throw new OutsideError(addresses);
	// The name is not asked for again: another answer could lead elsewhere.
	const lookup: LookupFunction = (_name, { all }, done) => {
		if (all) done(null, addresses);
		else done(null, addresses[0]?.address ?? "", addresses[0]?.family);
	};
	return new Promise((resolve, reject) => {
		const { request } = url.protocol === "https:" ? https : http;
		request({
			host: name,
			port: url.port || reach.ports?.[url.protocol],
			path: url.pathname + url.search,
			method,
			headers: { "User-Agent": USER_AGENT, Accept: "*/*", "Accept-Encoding": "identity" },
			lookup,
			signal,
			// A connection of its own: a shared one could lead to an address from before.
			agent: false,
		})
			.on("response", resolve)
			.on("error", reject)
			.end();
	});
}

/** Returns where a response leads, or null. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
	const isRedirect = [301, 302, 303, 307, 308].includes(statusCode);
	return isRedirect && headers.location !== undefined ? URL.parse(headers.location, from) : null;
}

async function readText(response: IncomingMessage, maxBytes: number | undefined): Promise<string> {
	if (maxBytes === undefined) return "";
	const { "content-encoding": encoding = "identity", "content-length": length } = response.headers;
	// It was asked for as it is. What is packed could be larger by a thousand times.
	if (encoding.toLowerCase() !== "identity") throw new OutsideError("not readable");
	if (Number(length) > maxBytes) throw new OutsideError("too large");
	const chunks: Buffer[] = [];
	let left = maxBytes;
	try {
		for await (const chunk of response) {
			left -= chunk.length;
			if (left < 0) break;
			chunks.push(chunk);
		}
	} catch {
		throw new OutsideError("not readable");
	}
	if (left < 0) throw new OutsideError("too large");
	return Buffer.concat(chunks).toString();
}

/** Returns what an error of the network means. Throws any other, which is ours. */
function faultOf(error: unknown): OutsideFault {
	if (error instanceof OutsideError) return error.fault;
	const { code } = error as NodeJS.ErrnoException;
	if (code === undefined) throw error;
	if (code.startsWith("HPE_")) return "not readable";
	return /CERT|SIGNATURE|ISSUER|^ERR_(?:SSL|TLS)_|^EPROTO$/.test(code)
		? "not secure"
		: "no connection";
}
