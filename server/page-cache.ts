import type { IncomingMessage, ServerResponse } from "node:http";
import type { Hono } from "hono";
import { LRUCache } from "lru-cache";
import type { AppBuild, Entry } from "./build.ts";
import { isBehind } from "./cluster.ts";
import { type Encoding, encodePage, pickEncoding, QUICK, THOROUGH } from "./compress.ts";
import { etagOf, isKnown } from "./etag.ts";
import { hostCheck } from "./guard.ts";
import { type FindPage, findAppPages, findSitePages, type KeptPage } from "./kept-pages.ts";
import { sendLogged } from "./request-log.ts";

/** A page is checked again after so long even without a write, because a plan can expire. */
const CHECK_MS = 10_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** How many of the pages asked for last are known, cached or not. */
const ASKED_FOR = 10_000;
/** What a cached page takes besides its bodies. */
const PAGE_BYTES = 2_048;
const NOTHING = Buffer.alloc(0);

type Page = {
	found: KeptPage;
	status: number;
	/** Null for a page that isn't cached. */
	stamp: string | null;
	/** The data version and the time at which the stamp was last compared. */
	checkedVersion: number;
	checkedAt: number;
	etag: string | null;
	/** Names and values in turn, as writeHead takes them: of the page, and of its 304. */
	headers: string[];
	notModified: string[];
	/** How it is compressed: quickly for one reader, thoroughly for many. */
	choice: typeof QUICK;
	bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};

export type PageCacheOptions = {
	findPage: FindPage;
	dataVersion: Entry["dataVersion"];
	logEvent: Entry["logEvent"];
	namesShape: (accept: string | undefined) => boolean;
	maxBytes?: number;
	/** Monotonic milliseconds: the machine's clock can jump by days. */
	now?: () => number;
};

/**
 * Caches pages that depend on their path alone, compressed, in at most 32 MiB. Before it serves a
 * page, it compares SQLite's data version; if anything was written, it compares the page's stamp.
 * So the next request sees a save, on this machine and on a replica that the save has reached.
 *
 * It caches a page that is asked for again. A crawler, which asks for each page once, displaces
 * nothing that people read.
 */
export class PageCache {
	#pages: LRUCache<string, Page>;
	#askedFor = new LRUCache<string, true>({ max: ASKED_FOR });
	#options: PageCacheOptions;
	#now: () => number;
	#version: number | null = null;

	constructor(options: PageCacheOptions) {
		this.#options = options;
		this.#now = options.now ?? (() => performance.now());
		this.#pages = new LRUCache({
			maxSize: options.maxBytes ?? MAX_BYTES,
			sizeCalculation: ({ bodies }) =>
				Object.values(bodies).reduce((sum, body) => sum + body.length, PAGE_BYTES),
		});
	}

	/** Bytes that the cached pages take. */
	get bytes(): number {
		return this.#pages.calculatedSize;
	}

	/**
	 * Responds to a request for a cacheable page and returns true; returns false when the request is
	 * for something else. A cached page is sent synchronously.
	 */
	answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean> {
		if (request.method !== "GET" && request.method !== "HEAD") return false;
		const started = performance.now();
		// Most pages have their path as the key, so that nothing else needs to be found out unless
		// Accept names a shape of the page.
		const kept = !this.#options.namesShape(request.headers.accept) && this.#find(request.url ?? "");
		if (kept) return this.#send(request, response, { page: kept, started });
		const found = this.#options.findPage(request);
		if (!found) return false;
		const { path } = found;
		const page = this.#find(found.key);
		if (page) return this.#send(request, response, { page, path, started });
		return this.#make(found).then(
			(made) => made !== null && this.#send(request, response, { page: made, path, started }),
		);
	}

	/** Returns the cached page if it is still current. */
	#find(key: string): Page | null {
		const page = this.#pages.get(key);
		if (!page) return null;
		const version = this.#dataVersion();
		const now = this.#now();
		if (page.checkedVersion !== version || now - page.checkedAt > CHECK_MS) {
			if (page.found.stamp() !== page.stamp) {
				this.#pages.delete(key);
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

	/** Renders a page, and caches it if it was asked for before. */
	async #make(found: KeptPage): Promise<Page | null> {
		const { key, path, stamp: readStamp, render } = found;
		// Read before rendering, so that a write meanwhile makes the stamp stale, never the page.
		const checkedVersion = this.#options.dataVersion();
		const stamp = this.#askedFor.has(key) ? readStamp() : null;
		const rendered = await render();
		if (!rendered) return null;
		const { status, body } = rendered;
		const isThere = status === 200;
		const etag = isThere ? etagOf(body) : null;
		const { "Content-Type": type, "Content-Length": _, Vary: vary, ...rest } = rendered.headers;
		const varies = vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
		const notModified = [...Object.entries(rest).flat(), "Vary", varies];
		if (etag) notModified.push("ETag", etag);
		const page: Page = {
			found,
			status,
			stamp,
			checkedVersion,
			checkedAt: this.#now(),
			etag,
			headers: type ? [...notModified, "Content-Type", type] : notModified,
			notModified,
			choice: stamp === null ? QUICK : THOROUGH,
			bodies: { identity: body },
		};
		// What failed for now may succeed the next time.
		if (status >= 500) return page;
		if (stamp !== null) this.#pages.set(key, page);
		// One page is for all missing addresses. Of the missing pages of apps, anyone can name more.
		else if (isThere || path !== undefined) this.#askedFor.set(key, true);
		return page;
	}

	#send(
		request: IncomingMessage,
		response: ServerResponse,
		{ page, path, started }: { page: Page; path?: string; started: number },
	): true {
		const { headers: asked } = request;
		const { key, route } = page.found;
		const line = { route, path, started };
		if (page.etag !== null && isKnown(asked["if-none-match"], page.etag)) {
			const unchanged = { status: 304, headers: page.notModified, body: NOTHING };
			sendLogged(this.#options.logEvent, request, response, { ...unchanged, ...line });
			return true;
		}
		const encoding = pickEncoding(asked["accept-encoding"], page.choice);
		const body = page.bodies[encoding] ?? this.#encode(key, page, encoding);
		const headers = [...page.headers, "Content-Length", String(body.length)];
		if (encoding !== "identity") headers.push("Content-Encoding", encoding);
		const { status } = page;
		sendLogged(this.#options.logEvent, request, response, { status, headers, body, ...line });
		return true;
	}

	#encode(key: string, page: Page, encoding: Encoding): Buffer {
		const body = encodePage(page.bodies.identity, encoding, page.choice);
		page.bodies[encoding] = body;
		// Set again so that its size is recounted, unless another page has replaced it.
		if (this.#pages.peek(key) === page && this.#pages.delete(key)) this.#pages.set(key, page);
		return body;
	}
}

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;

/** Serves the pages whose routes say `kept`. The rest of the pipeline responds to all others. */
export function keepPages(build: AppBuild, hono: Hono): Step {
	const entry = build.entry.module;
	const { env, dataVersion, logEvent, namesShape } = entry;
	const options = { dataVersion, logEvent, namesShape };
	const appPages = new PageCache({ ...options, findPage: findAppPages(build) });
	const sitePages = new PageCache({ ...options, findPage: findSitePages(build, hono) });
	const isOwnHost = hostCheck(env);
	return (request, response, next) => {
		const { host, cookie } = request.headers;
		const giveUp = (error: unknown) => {
			logEvent("page not kept", { error: String(error) });
			return response.headersSent ? response.destroy() : next();
		};
		let answered: boolean | Promise<boolean>;
		try {
			answered =
				isOwnHost(host) &&
				((!isBehind(entry, cookie) && appPages.answer(request, response)) ||
					(cookie === undefined && sitePages.answer(request, response)));
		} catch (error) {
			return giveUp(error);
		}
		if (answered === true) return;
		if (answered === false) return next();
		return answered.then((isDone) => isDone || next(), giveUp);
	};
}
