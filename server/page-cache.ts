import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import type { Hono } from "hono";
import type { AppBuild } from "./build.ts";
import { isBehind } from "./cluster.ts";
import { pickEncoding } from "./encoding.ts";
import { etagOf, isKnown } from "./etag.ts";
import { logEvent, logRequest } from "./log.ts";

const brotli = promisify(zlib.brotliCompress);

/** A page is checked again after this long even when nothing was written: a plan can run out. */
const CHECK_MS = 10_000;
const BROTLI_QUALITY = 6;

/** The best first. */
const COMPRESS = {
	br: (body: Buffer) =>
		brotli(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
	gzip: promisify<Buffer, Buffer>(zlib.gzip),
	deflate: promisify<Buffer, Buffer>(zlib.deflate),
	identity: async (body: Buffer) => body,
};

type Encoding = keyof typeof COMPRESS;
const ENCODINGS = Object.keys(COMPRESS) as Encoding[];

/** Headers as writeHead takes them: names and values in turn. */
type Headers = string[];

type Entry = AppBuild["entry"]["module"];
type PageStamp = NonNullable<ReturnType<Entry["pageStamp"]>>;

type Page = PageStamp & {
	/** The version of the data, and the time, at which the stamp was last seen to be the same. */
	checkedVersion: number;
	checkedAt: number;
	etag: string;
	headers: Headers;
	/** The headers of a 304. */
	unchanged: Headers;
	answers: Partial<Record<Encoding, Kept>>;
	bytes: number;
};

/** A body as it leaves, and the headers that go with it. */
type Kept = { headers: Headers; body: Buffer };

export type PageCacheOptions = {
	/** What a page is made of: see app/addresses/page-stamp.sql.ts. */
	pageStamp: Entry["pageStamp"];
	dataVersion: Entry["dataVersion"];
	/** Makes the page; asked without encodings and without cookies. */
	render: (path: string, request: IncomingMessage) => Promise<Response>;
	maxBytes?: number;
	/** Milliseconds, by a clock that nobody sets: the machine's can jump by days. */
	now?: () => number;
};

const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Keeps public pages as they leave the process, compressed, in at most 64 MiB. Nothing is kept that
 * depends on more than the path. Before a kept page is served, SQLite is asked whether anything was
 * written since; if so, whether what this page is made of is still the same. So a save is seen by
 * the next request, on this machine and on a replica that it has reached.
 */
export class PageCache {
	#pages = new Map<string, Page>();
	#rendering = new Map<string, Promise<Page | null>>();
	#options: Required<PageCacheOptions>;
	#bytes = 0;
	#version: number | null = null;

	constructor(options: PageCacheOptions) {
		this.#options = { maxBytes: MAX_BYTES, now: () => performance.now(), ...options };
	}

	/** Bytes of the kept bodies. */
	get bytes(): number {
		return this.#bytes;
	}

	/**
	 * Answers a request for a public page; false when it is none, and somebody else must. A kept page
	 * is answered at once, within the caller's turn.
	 */
	answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
		const path = request.url ?? "";
		if ((request.method !== "GET" && request.method !== "HEAD") || !isPagePath(path)) return false;
		const started = performance.now();
		const page = this.#find(path);
		const encoding = pickEncoding(request.headers["accept-encoding"], ENCODINGS);
		const answer = page?.answers[encoding];
		if (!page || !answer) return this.#prepare(request, response, { path, encoding, started });
		send(request, response, { page, answer, started });
		return true;
	}

	/** Makes what is missing to answer, and answers. */
	async #prepare(
		request: IncomingMessage,
		response: ServerResponse,
		{ path, encoding, started }: { path: string; encoding: Encoding; started: number },
	): Promise<boolean> {
		const page = this.#pages.get(path) ?? (await this.#render(path, request));
		if (!page) return false;
		const answer = page.answers[encoding] ?? (await this.#compress(path, page, encoding));
		send(request, response, { page, answer, started });
		return true;
	}

	/** The kept page, if it is still what would be made now. */
	#find(path: string): Page | null {
		const page = this.#pages.get(path);
		if (!page) return null;
		const version = this.#dataVersion();
		const now = this.#options.now();
		if (page.checkedVersion !== version || now - page.checkedAt > CHECK_MS) {
			if (this.#options.pageStamp(path)?.stamp !== page.stamp) {
				this.#drop(path, page);
				return null;
			}
			page.checkedVersion = version;
			page.checkedAt = now;
		}
		// The most recently used stand last.
		this.#pages.delete(path);
		this.#pages.set(path, page);
		return page;
	}

	/**
	 * Asked once a turn of the event loop. What was acknowledged before a request was sent was written
	 * before the turn that reads the request.
	 */
	#dataVersion(): number {
		if (this.#version === null) {
			this.#version = this.#options.dataVersion();
			setImmediate(() => {
				this.#version = null;
			});
		}
		return this.#version;
	}

	/** Makes the page, once for all who wait for it. Null when there is none, or it may not be kept. */
	#render(path: string, request: IncomingMessage): Promise<Page | null> {
		const version = this.#options.dataVersion();
		// Before the page is made: what is written meanwhile differs from the stamp, not from the page.
		const made = this.#options.pageStamp(path);
		if (made === null) return Promise.resolve(null);
		const key = `${made.stamp}\n${path}`;
		const underway = this.#rendering.get(key);
		if (underway) return underway;
		const rendering = this.#make(path, made, version, request).finally(() =>
			this.#rendering.delete(key),
		);
		this.#rendering.set(key, rendering);
		return rendering;
	}

	async #make(
		path: string,
		made: PageStamp,
		version: number,
		request: IncomingMessage,
	): Promise<Page | null> {
		const response = await this.#options.render(path, request);
		const mayBeKept =
			response.status === 200 &&
			!response.headers.has("Set-Cookie") &&
			response.headers.get("Cache-Control")?.startsWith("public");
		if (!mayBeKept) {
			await response.body?.cancel();
			return null;
		}
		const body = Buffer.from(await response.arrayBuffer());
		const etag = response.headers.get("ETag") ?? etagOf(body);
		const headers = keptHeaders(response.headers, etag);
		const page: Page = {
			...made,
			checkedVersion: version,
			checkedAt: this.#options.now(),
			etag,
			headers,
			unchanged: withoutType(headers),
			answers: {},
			bytes: 0,
		};
		page.answers.identity = toKept(page, "identity", body);
		const earlier = this.#pages.get(path);
		if (earlier) this.#drop(path, earlier);
		this.#pages.set(path, page);
		this.#count(path, page, body.length + made.stamp.length);
		return page;
	}

	async #compress(path: string, page: Page, encoding: Encoding): Promise<Kept> {
		const source = page.answers.identity?.body ?? Buffer.alloc(0);
		const body = await COMPRESS[encoding](source);
		if (!page.answers[encoding]) this.#count(path, page, body.length);
		page.answers[encoding] ??= toKept(page, encoding, body);
		return page.answers[encoding];
	}

	#count(path: string, page: Page, bytes: number): void {
		// One that was dropped while it was being compressed is not counted any more.
		if (this.#pages.get(path) !== page) return;
		page.bytes += bytes;
		this.#bytes += bytes;
		for (const [oldest, candidate] of this.#pages) {
			if (this.#bytes <= this.#options.maxBytes) break;
			this.#drop(oldest, candidate);
		}
	}

	#drop(path: string, page: Page): void {
		this.#pages.delete(path);
		this.#bytes -= page.bytes;
	}
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A listener that answers what it keeps, and leaves every other request to `next`. */
export function keepPages(entry: Entry, app: Hono, next: Listener): Listener {
	const { env, pageStamp, dataVersion } = entry;
	const pages = new PageCache({
		pageStamp,
		dataVersion,
		render: async (path, incoming) => app.fetch(new Request(env.appUrl + path), { incoming }),
	});
	const isKnownHost = hostCheck(env.allowedHostnames);
	return (request, response) => {
		const { host, cookie } = request.headers;
		const answered =
			isKnownHost(host) && !isBehind(entry, cookie) && pages.answer(request, response);
		if (answered === true) return;
		if (answered === false) return next(request, response);
		return answered.then(
			(isDone) => isDone || next(request, response),
			(error: unknown) => {
				logEvent("page not kept", { error: String(error) });
				return response.headersSent ? response.destroy() : next(request, response);
			},
		);
	};
}

/** In local mode only loopback names are answered; the guard has the words for others. */
function hostCheck(allowed: string[] | null): (host: string | undefined) => boolean {
	let known: string | undefined;
	return (host) => {
		if (!allowed || host === known) return true;
		const url = `http://${host}`;
		if (!URL.canParse(url) || !allowed.includes(new URL(url).hostname)) return false;
		known = host;
		return true;
	};
}

/** Two to four segments of a slug's characters, and no query. */
function isPagePath(path: string): boolean {
	return /^(?:\/[a-z0-9-]+){2,4}$/.test(path);
}

function keptHeaders(headers: globalThis.Headers, etag: string): Headers {
	const kept: Headers = [];
	for (const [name, value] of headers) {
		if (!["etag", "vary", "content-length", "content-encoding", "x-request-id"].includes(name)) {
			kept.push(name, value);
		}
	}
	return [...kept, "ETag", etag, "Vary", "Accept-Encoding"];
}

function toKept(page: Page, encoding: Encoding, body: Buffer): Kept {
	const headers = [...page.headers, "Content-Length", String(body.length)];
	if (encoding !== "identity") headers.push("Content-Encoding", encoding);
	return { headers, body };
}

type Answer = { page: Page; answer: Kept; started: number };

function send(
	request: IncomingMessage,
	response: ServerResponse,
	{ page, answer, started }: Answer,
): void {
	const id = randomUUID();
	const isUnchanged = isKnown(request.headers["if-none-match"], page.etag);
	if (isUnchanged) {
		response.writeHead(304, [...page.unchanged, "X-Request-Id", id]).end();
	} else {
		response.writeHead(200, [...answer.headers, "X-Request-Id", id]);
		response.end(request.method === "HEAD" ? undefined : answer.body);
	}
	logRequest({
		id,
		method: request.method ?? "",
		route: page.route,
		status: isUnchanged ? 304 : 200,
		started,
	});
}

function withoutType(headers: Headers): Headers {
	return headers.filter((_, index) => headers[index - (index % 2)] !== "content-type");
}
