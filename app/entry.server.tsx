import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { isRouteErrorResponse, ServerRouter } from "react-router";
import { sitePolicy, visitorPolicy } from "./http/csp.server.ts";
import type { PageHandle } from "./http/page-handle.ts";
import { answerTo, uncaughtContext } from "./http/refusals.ts";
import { logError } from "./platform/log.server.ts";
import { Refusal } from "./platform/refusal.ts";
import visitorCss from "./ui/styles/visitor.css?inline";

export * from "./process.server.ts";

const VISITOR_POLICY = visitorPolicy(visitorCss);

/** Renders a page whole, so that it travels as one answer with a length. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const page = context.staticHandlerContext;
	const refusal = loadContext.get(uncaughtContext);
	if (refusal && page.errors) {
		const answer = answerTo(refusal);
		page.errors = Object.fromEntries(Object.keys(page.errors).map((id) => [id, answer.error]));
		for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
	}
	// A route's own headers are for its page; when to try again belongs to every refusal.
	for (const given of Object.values(page.actionHeaders)) {
		const retryAfter = given.get("Retry-After");
		if (retryAfter) headers.set("Retry-After", retryAfter);
	}
	const nonce = randomBytes(16).toString("base64");
	const isVisitorPage = page.matches.some(
		(match) => (context.routeModules[match.route.id]?.handle as PageHandle)?.look === "visitor",
	);
	headers.set("Content-Security-Policy", isVisitorPage ? VISITOR_POLICY : sitePolicy(nonce));
	headers.set("Content-Type", "text/html; charset=utf-8");

	const body = await render(
		<ServerRouter context={context} url={request.url} nonce={nonce} />,
		nonce,
		request.signal,
	);
	headers.set("Content-Length", String(body.length));
	return new Response(body, { status: refusal?.status ?? status, headers });
}

/** By Node's streams, because a page goes through the web's at twice the time. */
function render(page: ReactNode, nonce: string, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
	return new Promise((resolve, reject) => {
		const chunks: Uint8Array[] = [];
		const whole = new Writable({
			write: (chunk, _encoding, done) => {
				chunks.push(chunk);
				done();
			},
			final: (done) => {
				resolve(Buffer.concat(chunks));
				done();
			},
		});
		const { pipe, abort } = renderToPipeableStream(page, {
			nonce,
			onAllReady: () => pipe(whole),
			onShellError: reject,
		});
		if (signal.aborted) abort(signal.reason);
		else signal.addEventListener("abort", () => abort(signal.reason), { once: true });
	});
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return;
	if (error instanceof Refusal) {
		context.set(uncaughtContext, error);
		return;
	}
	// A refusal, such as a post to an address that takes none, is an answer like any other.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	logError(error);
};
