import type { RequestListener, Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { drainBody, limitBody } from "./body-limit.ts";
import type { Loaded } from "./build.ts";
import { awaitOwnWrites, forwardWrites } from "./cluster.ts";
import { compressPages } from "./compress.ts";
import { revalidate } from "./etag.ts";
import { serveFiles } from "./files.ts";
import { guardRequests } from "./guard.ts";
import { securityHeaders } from "./headers.ts";
import { requireOneHost } from "./host.ts";
import { endBodies, refuseOtherMethods } from "./methods.ts";
import { shedLoad } from "./overload.ts";
import { keepPages } from "./page-cache.ts";
import { offerShapes } from "./pages/shapes.ts";
import { explainErrors } from "./plain-page.ts";
import { logRequests } from "./request-log.ts";
import { renderRoutes } from "./routes.ts";

type Step = (...args: [...Parameters<RequestListener>, next: () => void]) => unknown;

/**
 * Returns the handler of every request. Each step responds or passes the request on. Cached pages
 * and load shedding come before Hono, which takes longer than both, because crowds meet them.
 */
export function createPipeline(loaded: Loaded, server: Server, localPages?: Hono): RequestListener {
	const { build, vite } = loaded;
	const hono = createApp(loaded, localPages);
	const steps: Step[] = vite
		? [drainBody, vite.middlewares]
		: [requireOneHost(build), keepPages(build, hono), drainBody, shedLoad(build, server)];
	const rest = getRequestListener(hono.fetch, { overrideGlobalObjects: false });
	return steps.reduceRight<RequestListener>(
		(next, step) => (request, response) => step(request, response, () => next(request, response)),
		rest,
	);
}

/** Returns Hono's steps. On the way back, they see the response in reverse order. */
function createApp(loaded: Loaded, localPages: Hono | undefined): Hono {
	const entry = loaded.build.entry.module;
	const app = new Hono();
	app.use(endBodies);
	app.use(logRequests(entry));
	app.use(securityHeaders(entry.env));
	app.use(offerShapes(loaded));
	app.use(refuseOtherMethods);
	app.use(guardRequests(entry));
	app.use(forwardWrites(loaded.build));
	app.use(limitBody(loaded.build));
	// For streams and data; compressPages handles complete pages.
	app.use(compress());
	app.use(compressPages);
	app.use(revalidate);
	if (!loaded.vite) app.use(serveFiles);
	// The stand-ins' pages, in local mode.
	if (localPages) app.route("/local", localPages);
	app.use(awaitOwnWrites(entry));
	app.all("*", renderRoutes(loaded));
	app.onError(explainErrors(entry));
	return app;
}
