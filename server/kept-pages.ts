import type { IncomingMessage } from "node:http";
import type { Hono } from "hono";
import type { KeptLoader } from "../app/process.server.ts";
import type { AppBuild } from "./build.ts";
import { fileFinder } from "./files.ts";
import { commonHeaders, STRICTEST } from "./headers.ts";
import { pageFinder, plainPath } from "./pages/find-page.ts";
import { shapeFinder } from "./pages/shapes.ts";

type Rendered = { status: number; headers: Record<string, string>; body: Buffer };

/** A page that is the same for everyone who may be given it. */
export type KeptPage = {
	/** Two requests with the same key are for the same page. */
	key: string;
	/** The pattern of its route. */
	route: string;
	/** The path, for the log, when no route matches it. */
	path?: string;
	/** Returns a stamp of the data that the page is made of; null when there is no such page. */
	stamp: () => string | null;
	/** Resolves with null when the page is somebody else's to answer after all. */
	render: () => Promise<Rendered | null>;
};

/** Returns the page that a request is for, or null. */
export type FindPage = (request: IncomingMessage) => KeptPage | null;

/** A browser may keep the page, and asks each time whether it is still the same. */
const SIGNED_OUT_CACHE = "private, no-cache";
const CATCH_ALL = "/*";
const CANONICAL = /^(?:\/[a-z0-9._~-]+)+$/;
/** The headers that differ from page to page. */
const OF_PAGE = ["Content-Type", "Content-Security-Policy", "Cache-Control"];

/**
 * Finds the pages of apps, at canonical paths. They are rendered without Hono and the router, which
 * take a hundred times longer than the page itself.
 */
export function findAppPages({ routes, entry }: AppBuild): FindPage {
	const { env, pagesOf, pageStamp, renderKeptPage } = entry.module;
	const defaults = { ...commonHeaders(env), ...STRICTEST };
	const find = shapeFinder(entry.module, pagesOf(routes));
	const isFile = fileFinder();
	return ({ url: asked = "", headers: { accept } }) => {
		if (!CANONICAL.test(asked) || asked.endsWith(".data") || isFile(asked)) return null;
		const found = find(asked, accept);
		const { kept, Page } = found?.page.handle ?? {};
		if (!found || !kept || kept === "site") return null;
		const { page, params, path, headersOf } = found;
		// A route with such a handle has such a loader.
		const loader = page.module.loader as unknown as KeptLoader;
		const render = async () => {
			const place = { params, url: new URL(env.appUrl + path) };
			const rendered = await renderKeptPage({ loader, Page }, place);
			if (!rendered) return null;
			const { status, headers, body } = rendered;
			const all = { ...defaults, ...headers, ...headersOf(status) };
			return { status, headers: all, body: Buffer.from(body) };
		};
		const stamp = () => pageStamp(kept, Object.values(params));
		// A shape that Accept chose has other headers than the same one at its own address.
		const key = path === asked ? path : `${asked} as ${path}`;
		return { key, route: page.pattern, stamp, render };
	};
}

/**
 * Finds the site's own pages, for requests without cookies, and the page for addresses where nothing
 * is, which scanners ask for all day. Hono renders them once.
 */
export function findSitePages({ routes, entry }: AppBuild, hono: Hono): FindPage {
	const { env, pagesOf, siteStamp } = entry.module;
	const common = commonHeaders(env);
	const pages = pagesOf(routes);
	const kept = new Set(
		pages.flatMap(({ pattern, handle }) => (handle.kept === "site" ? pattern : [])),
	);
	const find = pageFinder(pages);
	const isFile = fileFinder();

	/** Whether neither a page nor a file is at a path, which the router compares in lower case. */
	function isMissing(path: string): boolean {
		const plain = plainPath(path);
		if (!CANONICAL.test(plain) || plain.endsWith(".data") || isFile(plain)) return false;
		return !plain.startsWith("/local") && find(plain) === null;
	}

	return (incoming) => {
		const { url = "", headers: given } = incoming;
		if (given.cookie !== undefined) return null;
		const path = url.split("?")[0] ?? "";
		const route = kept.has(url) ? url : isMissing(path) ? CATCH_ALL : null;
		if (route === null) return null;
		const render = async () => {
			const request = new Request(env.appUrl + path);
			const response = await hono.fetch(request, { incoming, isToBeKept: true });
			const { status, headers } = response;
			if (headers.has("Set-Cookie") || status !== (route === CATCH_ALL ? 404 : 200)) return null;
			const ofPage = Object.fromEntries(OF_PAGE.map((name) => [name, headers.get(name) ?? ""]));
			// Nobody is signed in.
			if (status === 200 && ofPage["Cache-Control"] === STRICTEST["Cache-Control"]) {
				ofPage["Cache-Control"] = SIGNED_OUT_CACHE;
			}
			const body = Buffer.from(await response.arrayBuffer());
			return { status, headers: { ...common, ...ofPage }, body };
		};
		const missing = route === CATCH_ALL && { path };
		return { key: route, route, ...missing, stamp: siteStamp, render };
	};
}
