import { createContext, type MiddlewareFunction } from "react-router";
import type { Refusal } from "#app/platform/refusal.ts";
import { retryHeaders } from "./form.server.ts";

/** The refusal that no route caught. Set when the error is handled, before an answer is made of it. */
export const uncaughtContext = createContext<Refusal | null>(null);

const TITLE = "Nothing was changed";

/**
 * Answers a refusal that no route caught with its own status and text. A page has them already
 * (app/entry.server.tsx); a request for data or by a program gets them as plain text.
 */
export const answerRefusals: MiddlewareFunction<Response> = async ({ context }, next) => {
	const response = await next();
	const refusal = context.get(uncaughtContext);
	if (!refusal || response.headers.get("Content-Type")?.startsWith("text/html")) return response;
	return new Response(`${refusal.message}\n`, {
		status: refusal.status,
		headers: {
			"Content-Type": "text/plain; charset=utf-8",
			"Cache-Control": "no-store",
			...retryHeaders(refusal),
		},
	});
};

/** What a page shows of an uncaught refusal, in the shape of an error that a route threw as data. */
export function answerTo(refusal: Refusal) {
	const { title, message: text, status } = refusal;
	return {
		error: { status, statusText: "", internal: false, data: { title: title ?? TITLE, text } },
		headers: { "Cache-Control": "no-store", ...retryHeaders(refusal) },
	};
}
