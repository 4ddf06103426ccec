import { createContext, type MiddlewareFunction } from "react-router";
import { readBrowserMark, writeBrowserMark } from "#app/http/cookies.server.ts";
import { createToken } from "#app/platform/crypto/tokens.server.ts";

/** The mark in a cookie that tells this browser from others, or null. Set by `markBrowser`. */
export const browserContext = createContext<string | null>(null);

/**
 * Marks the browser that opens a mailed link, so that a second press of the page's button is known
 * to be the same browser's, even if the response to the first press never reached it (ADR 64).
 */
export const markBrowser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const mark = await readBrowserMark(request);
	context.set(browserContext, mark);
	const response = await next();
	if (request.method === "GET" && mark === null) {
		response.headers.append("Set-Cookie", await writeBrowserMark(createToken()));
	}
	return response;
};
