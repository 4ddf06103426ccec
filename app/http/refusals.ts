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

/** The refusal that no route caught. Set by `handleError`, before the response is made. */
export const uncaughtContext = createContext<Refusal | null>(null);

const TITLE = "Nothing was changed";

/** Stores a refusal that no route caught, and logs unexpected errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
	if (request.signal.aborted) return;
	if (error instanceof Refusal) {
		context.set(uncaughtContext, error);
		return;
	}
	// A 4xx, such as a POST to an address without an action, is not a fault of ours.
	if (isRouteErrorResponse(error) && error.status < 500) return;
	logError(error);
};

/**
 * Responds to a refusal that no route caught with its status and text, as plain text. Pages are
 * left alone, since page-headers.server.ts has put the refusal into them.
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

/** Shows an uncaught refusal on a page, in the same form as data that a route threw. */
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
