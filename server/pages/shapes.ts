import type { Context, MiddlewareHandler } from "hono";
import type { Entry, Loaded } from "../build.ts";
import { type Found, pageFinder, plainPath } from "./find-page.ts";

declare module "hono" {
	interface ContextVariableMap {
		/** The path that the router is asked for in place of the request's. */
		path: string;
	}
}

type Page = ReturnType<Entry["pagesOf"]>[number];

type Shaped = Found<Page> & {
	/** The path of the page in the shape that was asked for. */
	path: string;
	/** What a response with a status says of shapes, besides the route's own headers. */
	headersOf: (status: number) => Record<string, string>;
};

/** Any site may read it, and its ETag, so that its scripts can ask whether it has changed. */
const ANY_ORIGIN = {
	"Access-Control-Allow-Origin": "*",
	"Access-Control-Expose-Headers": "ETag",
};

/** A cache that ignores Vary must not give a browser a shape that a program asked for. */
const BY_ACCEPT = "private, max-age=0, must-revalidate";

/** A browser asks first when a script sets If-None-Match. It may remember this for a day. */
const PREFLIGHT = {
	...ANY_ORIGIN,
	"Access-Control-Allow-Methods": "GET, HEAD",
	"Access-Control-Allow-Headers": "If-None-Match",
	"Access-Control-Max-Age": "86400",
};

/**
 * Returns a function that finds the page of a path in the shape that `Accept` asks for, and the
 * headers that go with it. A shape has an address of its own: the page's and an ending.
 */
export function shapeFinder({ chooseShape, shapeAddress }: Entry, pages: Page[]) {
	const find = pageFinder(pages);
	return (asked: string, accept: string | undefined): Shaped | null => {
		const found = find(asked);
		if (!found) return null;
		const { shapes } = found.page.handle;
		const shape = chooseShape(accept, shapes);
		const path = shape === null ? asked : shapeAddress(asked, shape);
		const shaped = shape === null ? found : find(path);
		if (!shaped) return null;
		const common = {
			...(shaped.page.handle.anyOrigin && ANY_ORIGIN),
			...(shapes && { Vary: "Accept" }),
		};
		const chosen = { ...common, "Content-Location": path, "Cache-Control": BY_ACCEPT };
		const isFound = (status: number) => status === 200 || status === 304;
		const headersOf = (status: number) => (shape && isFound(status) ? chosen : common);
		return { ...shaped, path, headersOf };
	};
}

function isPreflight(request: Context["req"]): boolean {
	return (
		request.method === "OPTIONS" && request.header("Access-Control-Request-Method") !== undefined
	);
}

/**
 * Lets the router respond in the shape that a request asks for, and responds to browsers that ask
 * first whether a script may.
 */
export function offerShapes({ getBuild }: Loaded): MiddlewareHandler {
	let known: { build: unknown; find: ReturnType<typeof shapeFinder> } | undefined;
	return async (context, next) => {
		const build = await getBuild();
		const entry = build.entry.module;
		if (known?.build !== build) {
			known = { build, find: shapeFinder(entry, entry.pagesOf(build.routes)) };
		}
		const { pathname } = new URL(context.req.url);
		// The router finds a page in any case and with a last slash, and leads to its canonical path.
		const plain = plainPath(pathname);
		const found = known.find(plain, context.req.header("Accept"));
		const isOpen = found?.page.handle.anyOrigin || found?.page.handle.shapes;
		if (isOpen && isPreflight(context.req)) {
			context.res = context.body(null, 204, PREFLIGHT);
			return;
		}
		if (found && !pathname.endsWith("/")) {
			context.set("path", pathname + found.path.slice(plain.length));
		}
		await next();
		const { headers, status } = context.res;
		// A file, or a step before the router, may have answered at such a path.
		if (!found || headers.get(entry.ROUTE_HEADER) !== found.page.pattern) return;
		for (const [name, value] of Object.entries(found.headersOf(status))) {
			const earlier = name === "Vary" ? headers.get(name) : null;
			headers.set(name, earlier === null ? value : `${value}, ${earlier}`);
		}
	};
}
