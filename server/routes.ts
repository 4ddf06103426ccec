import type { Context, Handler } from "hono";
import {
	createRequestHandler,
	type RequestHandler,
	RouterContextProvider,
	type ServerBuild,
} from "react-router";
import type { AppBuild, Entry, Loaded } from "./build.ts";
import { readClientAddress } from "./client-address.ts";

type Known = {
	build: AppBuild;
	handle: RequestHandler;
	handles: ReturnType<Entry["routeHandles"]>;
};

/** Lets React Router respond. Routes are compiled once per build; in development, a save is one. */
export function renderRoutes({ vite, getBuild }: Loaded): Handler {
	const mode = vite ? "development" : "production";
	let known: Known | undefined;
	return async (context) => {
		const build = await getBuild();
		const entry = build.entry.module;
		if (known?.build !== build) {
			const handle = createRequestHandler(build as unknown as ServerBuild, mode);
			known = { build, handle, handles: entry.routeHandles(build.routes) };
		}
		requireReadable(new URL(context.req.url).pathname);
		const loadContext = new RouterContextProvider();
		loadContext.set(entry.handlesContext, known.handles);
		return known.handle(toAppRequest(context, entry), loadContext);
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
