import {
	createContext,
	type EntryContext,
	type HandleErrorFunction,
	isRouteErrorResponse,
	type MiddlewareFunction,
} from "react-router";
import { logError } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { retryHeaders } from "./form.server.ts";

/** The refusal that no route caught. Set when the error is handled, before a response is made of it. */
export const uncaughtContext = createContext<Refusal | null>(null);

const TITLE = "Nothing was changed";

/** Notes a refusal that no route caught, and logs what nobody expected. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return;
	if (error instanceof Refusal) {
		context.set(uncaughtContext, error);
		return;
	}
	// A refusal, such as a post to an address that takes none, is a response like any other.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	logError(error);
};

/**
 * Responds to a refusal that no route caught with its own status and text. A page has them already
 * (page-headers.server.ts); a request for data or by a program gets them as plain text.
 */
export const answerRefusals: MiddlewareFunction<Response> = async ({ context }, next) => {
	const response = await next();
	const refusal = context.get(uncaughtContext);
	if (!refusal || response.headers.get("Content-Type")?.startsWith("text/html")) return response;
	return new Response(`${refusal.message}\n`, {
		status: refusal.status,
		headers: { "Content-Type": "text/plain; charset=utf-8", ...headersOf(refusal) },
	});
};

/** Puts an uncaught refusal where a page finds its error, in the shape of one that a route threw as data. */
export function showRefusal(
	refusal: Refusal,
	page: EntryContext["staticHandlerContext"],
	headers: Headers,
): void {
	const { title, message: text, status } = refusal;
	const data = { title: title ?? TITLE, text };
	const error = { status, statusText: "", internal: false, data };
	page.errors = Object.fromEntries(Object.keys(page.errors ?? {}).map((id) => [id, error]));
	for (const [name, value] of Object.entries(headersOf(refusal))) headers.set(name, value);
}

function headersOf(refusal: Refusal): Record<string, string> {
	return { "Cache-Control": "no-store", ...retryHeaders(refusal) };
}
