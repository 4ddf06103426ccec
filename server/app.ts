import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";
import { BODY_LIMIT_BYTES, limitBody } from "./body-limit.ts";
import type { AppBuild, Env } from "./build.ts";
import { CLIENT_ADDRESS_HEADER, readClientAddress } from "./client-address.ts";
import { awaitOwnWrites, forwardWrites } from "./cluster.ts";
import { compressPages } from "./compress.ts";
import { revalidate } from "./etag.ts";
import { guardRequest } from "./guard.ts";
import { securityHeaders } from "./headers.ts";
import { logError, requestLog } from "./log.ts";
import { countLoad, type Load } from "./overload.ts";
import { plainPage } from "./plain-page.ts";

const ONE_YEAR = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

type Options = {
	entry: AppBuild["entry"]["module"];
	getBuild: () => Promise<AppBuild>;
	isDevelopment: boolean;
	load: Load;
	/** The pages of the stand-ins, in local mode. */
	localPages: Hono | undefined;
};

/** Everything between the socket and a route: limits, headers, files, compression. */
export function createApp({ entry, getBuild, isDevelopment, load, localPages }: Options): Hono {
	const { env } = entry;
	const app = new Hono();

	app.use(requestLog());
	app.use(securityHeaders(env));
	app.use(refuseStrangeMethods);
	app.use(guardRequest(env));
	app.use(forwardWrites(entry, BODY_LIMIT_BYTES));
	app.use(limitBody);
	app.use(compress());
	app.use(compressPages);
	app.use(revalidate);

	if (!isDevelopment) {
		app.use("/assets/*", serveFiles(ONE_YEAR));
		app.use(serveFiles(ONE_DAY));
	}

	if (localPages) app.route("/local", localPages);

	app.use(awaitOwnWrites(entry));
	app.use(countLoad(load));

	const handlerOf = keepHandler(isDevelopment ? "development" : "production");
	app.all("*", async (context) => {
		const handle = handlerOf(await getBuild());
		decodeURI(new URL(context.req.url).pathname);
		return handle(toAppRequest(context, env));
	});

	app.onError((error, context) => {
		// So can't one with a host such as "99999999999".
		if (error instanceof URIError || !URL.canParse(context.req.url)) {
			return plainPage(context, 400, "Bad request", "This address can't be read.");
		}
		// Whoever gave up sending gets no answer.
		if (!context.req.raw.signal.aborted) logError(error);
		return plainPage(
			context,
			500,
			"Something went wrong",
			"The fault is ours, and nothing you did caused it. Please try again in a moment.",
		);
	});

	return app;
}

/** Makes one handler of a build, which compiles its routes: in development, each save is a build. */
function keepHandler(mode: "development" | "production") {
	let known: { build: AppBuild; handle: RequestHandler } | undefined;
	return (build: AppBuild): RequestHandler => {
		if (known?.build !== build) {
			known = { build, handle: createRequestHandler(build as unknown as ServerBuild, mode) };
		}
		return known.handle;
	};
}

/** The request as the app sees it: at the app's own address, with the client's address resolved. */
function toAppRequest(context: Context, env: Env): Request {
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

async function refuseStrangeMethods(context: Context, next: () => Promise<void>) {
	if (["GET", "HEAD", "POST"].includes(context.req.method)) return next();
	context.header("Allow", "GET, HEAD, POST");
	return plainPage(context, 405, "Method not allowed", "This address accepts GET and POST only.");
}

function serveFiles(cacheControl: string): MiddlewareHandler {
	const serve = serveStatic({ root: "./build/client", precompressed: true });
	return async (context, next) => {
		const file = await serve(context, next);
		if (file instanceof Response) file.headers.set("Cache-Control", cacheControl);
		return file;
	};
}
