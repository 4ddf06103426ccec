import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import type { AppBuild, Entry } from "./build.ts";
import { isBehind } from "./cluster.ts";
import { type Encoding, encodePage, pickEncoding, THOROUGH } from "./compress.ts";
import { etagOf, isKnown, isPublic, unchanged } from "./etag.ts";
import { hostCheck } from "./guard.ts";
import { keptRoutes, type PageStamp } from "./kept-routes.ts";
import { sendLogged } from "./request-log.ts";

/** A page is checked again after so long even without a write, because a plan can expire. */
const CHECK_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Headers that are set anew for each response. */
const NOT_KEPT = ["Content-Length", "Content-Encoding", "X-Request-Id"];

/** An encoded body and its headers: names and values in turn, as writeHead takes them. */
type Kept = { headers: string[]; body: Buffer };

type Page = PageStamp & {
	/** The data version and the time at which the stamp was last compared. */
	checkedVersion: number;
	checkedAt: number;
	etag: string;
	headers: Headers;
	notModified: Kept;
	encoded: Partial<Record<Encoding, Kept>> & { identity: Kept };
};

export type PageCacheOptions = {
	/** Returns the stamp of the page at a path, or null when there is no cacheable page. */
	pageStamp: (path: string) => PageStamp | null;
	dataVersion: Entry["dataVersion"];
	logEvent: Entry["logEvent"];
	/** Renders the page, for a request without cookies and uncompressed. */
	render: (path: string, request: IncomingMessage) => Promise<Response>;
	maxBytes?: number;
	/** Monotonic milliseconds: the machine's clock can jump by days. */
	now?: () => number;
};

/**
 * Caches public pages, compressed, in at most 64 MiB. It caches only what depends on the path
 * alone. Before it serves a page, it compares SQLite's data version; if anything was written, it
 * compares the page's stamp. So the next request sees a save, on this machine and on a replica
 * that the save has reached.
 */
export class PageCache {
	#pages: LRUCache<string, Page>;
	#rendering = new Map<string, Promise<Page | null>>();
	#options: PageCacheOptions;
	#now: () => number;
	#version: number | null = null;

	constructor(options: PageCacheOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => performance.now());
		this.#pages = new LRUCache({
			maxSize: options.maxBytes ?? MAX_BYTES,
			sizeCalculation: ({ stamp, encoded }) =>
				Object.values(encoded).reduce((sum, { body }) => sum + body.length, stamp.length),
		});
	}

	/** Bytes of the cached bodies. */
	get bytes(): number {
		return this.#pages.calculatedSize;
	}

	/**
	 * Responds to a request for a public page and returns true; returns false when the request is
	 * for something else. A cached page is sent synchronously.
	 */
	answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
		if (request.method !== "GET" && request.method !== "HEAD") return false;
		const path = request.url ?? "";
		const started = performance.now();
		const page = this.#find(path);
		if (page) return this.#send(request, response, { path, page, started });
		const rendering = this.#render(path, request);
		if (!rendering) return false;
		return rendering.then(
			(made) => made !== null && this.#send(request, response, { path, page: made, started }),
		);
	}

	/** Returns the cached page if it is still current. */
	#find(path: string): Page | null {
		const page = this.#pages.get(path);
		if (!page) return null;
		const version = this.#dataVersion();
		const now = this.#now();
		if (page.checkedVersion !== version || now - page.checkedAt > CHECK_MS) {
			if (this.#options.pageStamp(path)?.stamp !== page.stamp) {
				this.#pages.delete(path);
				return null;
			}
			page.checkedVersion = version;
			page.checkedAt = now;
		}
		return page;
	}

	/**
	 * Reads the version once per turn of the event loop. A write that was acknowledged before a
	 * request was sent precedes the turn that reads the request.
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

	/** Renders the page once for all who wait for it. Null when it isn't there or not cacheable. */
	#render(path: string, request: IncomingMessage): Promise<Page | null> | null {
		const version = this.#options.dataVersion();
		// Read before rendering, so that a write meanwhile makes the stamp stale, never the page.
		const made = this.#options.pageStamp(path);
		if (made === null) return null;
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
		const { status, headers } = response;
		if (status !== 200 || headers.has("Set-Cookie") || !isPublic(headers)) {
			await response.body?.cancel();
			return null;
		}
		const body = Buffer.from(await response.arrayBuffer());
		const etag = headers.get("ETag") ?? etagOf(body);
		for (const name of NOT_KEPT) headers.delete(name);
		headers.set("ETag", etag);
		headers.set("Vary", "Accept-Encoding");
		const page: Page = {
			...made,
			checkedVersion: version,
			checkedAt: this.#now(),
			etag,
			headers,
			notModified: { headers: [...unchanged(headers)].flat(), body: Buffer.alloc(0) },
			encoded: { identity: toKept(headers, "identity", body) },
		};
		this.#pages.set(path, page);
		return page;
	}

	#send(
		request: IncomingMessage,
		response: ServerResponse,
		{ path, page, started }: { path: string; page: Page; started: number },
	): true {
		const isUnchanged = isKnown(request.headers["if-none-match"], page.etag);
		const encoding = pickEncoding(request.headers["accept-encoding"], THOROUGH);
		const kept = isUnchanged
			? page.notModified
			: (page.encoded[encoding] ?? this.#encode(path, page, encoding));
		sendLogged(this.#options.logEvent, request, response, {
			status: isUnchanged ? 304 : 200,
			route: page.route,
			...kept,
			started,
		});
		return true;
	}

	#encode(path: string, page: Page, encoding: Encoding): Kept {
		const body = encodePage(page.encoded.identity.body, encoding, THOROUGH);
		const kept = toKept(page.headers, encoding, body);
		page.encoded[encoding] = kept;
		// Set again so that its size is recounted, unless another page has replaced it.
		if (this.#pages.peek(path) === page && this.#pages.delete(path)) this.#pages.set(path, page);
		return kept;
	}
}

function toKept(page: Headers, encoding: Encoding, body: Buffer): Kept {
	const headers = [...page, ["Content-Length", String(body.length)]].flat();
	if (encoding !== "identity") headers.push("Content-Encoding", encoding);
	return { headers, body };
}

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

/** Serves the pages whose routes say `kept` from the cache. Hono renders those it lacks. */
export function keepPages(build: AppBuild, hono: Hono): Step {
	const entry = build.entry.module;
	const { env, dataVersion, logEvent, pageStamp, routeHandles } = entry;
	const pages = new PageCache({
		pageStamp: keptRoutes(routeHandles(build.routes), pageStamp),
		dataVersion,
		logEvent,
		render: async (path, incoming) => hono.fetch(new Request(env.appUrl + path), { incoming }),
	});
	const isOwnHost = hostCheck(env);
	return (request, response, next) => {
		const { host, cookie } = request.headers;
		const giveUp = (error: unknown) => {
			logEvent("page not kept", { error: String(error) });
			return response.headersSent ? response.destroy() : next();
		};
		let answered: boolean | Promise<boolean>;
		try {
			answered = isOwnHost(host) && !isBehind(entry, cookie) && pages.answer(request, response);
		} catch (error) {
			return giveUp(error);
		}
		if (answered === true) return;
		if (answered === false) return next();
		return answered.then((isDone) => isDone || next(), giveUp);
	};
}
