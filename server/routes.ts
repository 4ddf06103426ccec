import type { Context, Handler } from "hono";
import {
	createRequestHandler,
	type RequestHandler,
	RouterContextProvider,
	type ServerBuild,
} from "react-router";
import type { AppBuild, Entry, Loaded } from "./build.ts";
import { readClientAddress } from "./client-address.ts";
import { pageFinder } from "./pages/find-page.ts";

type Known = {
	build: AppBuild;
	handlerOf: (path: string) => RequestHandler;
	handles: ReturnType<Entry["routeHandles"]>;
};

/** A path whose segments the router takes as they are. It ends in ".data" for a page's data. */
const PLAIN = /^(?:\/[a-z0-9._~-]+)+$/;
/** The router reads this path's end as a slash. */
const SLASH_DATA = "/_.data";

/** Lets React Router respond. Routes are compiled once per build; in development, a save is one. */
export function renderRoutes({ vite, getBuild }: Loaded): Handler {
	const mode = vite ? "development" : "production";
	let known: Known | undefined;
	return async (context) => {
		const build = await getBuild();
		const entry = build.entry.module;
		if (known?.build !== build) {
			const handlerOf = handlerFinder(build as unknown as ServerBuild, entry.pagesOf, mode);
			known = { build, handlerOf, handles: entry.routeHandles(build.routes) };
		}
		requireReadable(new URL(context.req.url).pathname);
		const loadContext = new RouterContextProvider();
		loadContext.set(entry.handlesContext, known.handles);
		const request = toAppRequest(context, entry);
		return known.handlerOf(new URL(request.url).pathname)(request, loadContext);
	};
}

/**
 * Returns a function that returns the router for a path: one that knows only the routes of the
 * path's page, or the one of all routes. For each request, React Router compares the path with
 * every route that it knows, several times, and copies them all to render the page. With ours, that
 * took longer than most pages.
 */
function handlerFinder(build: ServerBuild, pagesOf: Entry["pagesOf"], mode: string) {
	const whole = createRequestHandler(build, mode);
	const pages = pagesOf(build.routes).map(({ pattern, routes }) => {
		const ofPage = Object.keys(routes).map((id) => [id, build.assets.routes[id]]);
		const assets = { ...build.assets, routes: Object.fromEntries(ofPage) };
		return { pattern, handle: createRequestHandler({ ...build, routes, assets }, mode) };
	});
	const find = pageFinder(pages);
	return (path: string): RequestHandler => {
		if (!PLAIN.test(path) || path.endsWith(SLASH_DATA)) return whole;
		return find(path.replace(/\.data$/, ""))?.page.handle ?? whole;
	};
}

/** Throws URIError for a path that can't be decoded, or that decodes to one without a host. */
function requireReadable(path: string): void {
	// A URL's parser drops tabs and line breaks and takes "\" for "/", so that "/%09/" is "//".
	if (/^\/[\t\n\r]*(?:\\|(?<=[\t\n\r])\/)/.test(decodeURIComponent(path))) {
		throw new URIError("The path begins with two slashes");
	}
}

/** Returns the request at the app's own origin, with the client's address in a header. */
function toAppRequest(context: Context, entry: Entry): Request {
	const { env, CLIENT_ADDRESS_HEADER } = entry;
	const { raw } = context.req;
	const url = new URL(raw.url);
	const origin = env.mode === "hosted" ? env.appUrl : url.origin;
	const headers = new Headers(raw.headers);
	headers.set(CLIENT_ADDRESS_HEADER, readClientAddress(context, entry));
	return new Request(origin + (context.get("path") ?? url.pathname) + url.search, {
		// HEAD needs the page's headers, so the page is rendered; Hono drops the body.
		method: raw.method === "HEAD" ? "GET" : raw.method,
		headers,
		signal: raw.signal,
		...(raw.body && { body: raw.body, duplex: "half" }),
	});
}
