import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { preparePage } from "./http/page-headers.server.ts";

export { handleError } from "./http/refusals.ts";
export * from "./process.server.ts";

/** Renders the whole page before it sends any, so that the response has a Content-Length. */
export default async function handleRequest(
	request: Request,
	pageStatus: number,
	headers: Headers,
	context: EntryContext,
	loadContext: RouterContextProvider,
): Promise<Response> {
	const nonce = randomBytes(16).toString("base64");
	const status = preparePage({ request, headers, status: pageStatus, nonce, context, loadContext });
	const body = await render(
		<ServerRouter context={context} url={request.url} nonce={nonce} />,
		nonce,
		request.signal,
	);
	headers.set("Content-Length", String(body.length));
	return new Response(body, { status, headers });
}

/** Uses Node's streams, because web streams take twice as long. */
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
