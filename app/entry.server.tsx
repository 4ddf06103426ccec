import { randomBytes } from "node:crypto";
import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { sitePolicy, visitorPolicy } from "./lib/csp.server";
import { logError } from "./lib/log-error.server";
import type { PageHandle } from "./lib/page-handle";
import visitorCss from "./styles/visitor.css?inline";

export { fillDemo } from "./demo/demo.server";
export {
	catchRefusedWrites,
	hasReached,
	readPositionCookie,
	role,
	writePositionCookie,
} from "./lib/cluster.server";
export { closeDatabase, openDatabase } from "./lib/db.server";
export { env } from "./lib/env.server";
export { startBackgroundWork } from "./lifecycle.server";
export { grantPlan, grantRole, restore } from "./models/administration.server";
export { dataVersion, pageStamp } from "./models/page-stamp.server";

const VISITOR_POLICY = visitorPolicy(visitorCss);

/** Renders a page whole, so that it travels as one answer with a length. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	const nonce = randomBytes(16).toString("base64");
	const isVisitorPage = context.staticHandlerContext.matches.some(
		(match) => (context.routeModules[match.route.id]?.handle as PageHandle)?.look === "visitor",
	);
	headers.set("Content-Security-Policy", isVisitorPage ? VISITOR_POLICY : sitePolicy(nonce));
	headers.set("Content-Type", "text/html; charset=utf-8");

	const stream = await renderToReadableStream(
		<ServerRouter context={context} url={request.url} nonce={nonce} />,
		{ nonce, signal: request.signal },
	);
	await stream.allReady;
	return new Response(await new Response(stream).arrayBuffer(), { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request }) => {
	if (request.signal.aborted) return;
	// A refusal, such as a post to an address that takes none, is an answer like any other.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	logError(error);
};
