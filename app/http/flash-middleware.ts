import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { clearFlashCookie, readFlashCookie, writeFlashCookie } from "./cookies.server.ts";
import type { Flash } from "./flash.ts";

/** The message to show on this page, or null. Set by `showFlash`. */
export const flashContext = createContext<Flash | null>(null);

/** Reads the message of the last action, and clears it once a page was rendered. */
export const showFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const flash = (await readFlashCookie(request)) as Flash | null;
	context.set(flashContext, flash || null);
	const response = await next();
	const isPage = request.method === "GET" && response.status < 300;
	if (flash && isPage) response.headers.append("Set-Cookie", await clearFlashCookie());
	return response;
};

/** Redirects after a POST (303) with a message for the next page. The default tone is success. */
export async function redirectWithFlash(
	to: string,
	message: string | (Partial<Flash> & Pick<Flash, "text">),
): Promise<Response> {
	const flash = typeof message === "string" ? { text: message } : message;
	return redirect(to, {
		status: 303,
		headers: { "Set-Cookie": await writeFlashCookie({ tone: "success", ...flash }) },
	});
}
