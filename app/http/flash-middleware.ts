import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { clearFlashCookie, readFlashCookie, writeFlashCookie } from "./cookies.server.ts";
import type { Flash } from "./flash.ts";

/** The message that this page shows, or null. Set by `showFlash`. */
export const flashContext = createContext<Flash | null>(null);

/** Reads the message that the last action left, and forgets it once a page has been made of it. */
export const showFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const flash = (await readFlashCookie(request)) as Flash | null;
	context.set(flashContext, flash || null);
	const response = await next();
	const isPage = request.method === "GET" && response.status < 300;
	if (flash && isPage) response.headers.append("Set-Cookie", await clearFlashCookie());
	return response;
};

/**
 * A redirect after a post (303), with the message that the next page shows: of success, where it
 * names no other tone.
 */
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
