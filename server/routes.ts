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

/** Lets React Router respond. It compiles the routes of a build once: in development, each save is a build. */
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
		// Throws where the path can't be read.
		decodeURI(new URL(context.req.url).pathname);
		const loadContext = new RouterContextProvider();
		loadContext.set(entry.handlesContext, known.handles);
		return known.handle(toAppRequest(context, entry), loadContext);
	};
}

/** The request as the app sees it: at the app's own address, with the client's address resolved. */
function toAppRequest(context: Context, { env, CLIENT_ADDRESS_HEADER }: Entry): Request {
	const { raw } = context.req;
	const url = new URL(raw.url);
	const origin = env.mode === "hosted" ? env.appUrl : url.origin;
	const headers = new Headers(raw.headers);
	headers.set(CLIENT_ADDRESS_HEADER, readClientAddress(context, env));
	return new Request(origin + url.pathname + url.search, {
		// A HEAD request gets the headers of the page, so the page is made; Hono drops its body.
		method: raw.method === "HEAD" ? "GET" : raw.method,
		headers,
		signal: raw.signal,
		...(raw.body && { body: raw.body, duplex: "half" }),
	});
}
