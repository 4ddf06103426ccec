import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { Refusal } from "#app/platform/refusal.ts";
import { clearFlashCookie, readFlashCookie, writeFlashCookie } from "./cookies.server.ts";
import type { Flash } from "./flash.ts";

/** The message to show on this page, or null. Set by `showFlash`. */
export const flashContext = createContext<Flash | null>(null);

/** Reads the message of the last action, and clears it once a page has shown it. */
export const showFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const flash = (await readFlashCookie(request)) as Flash | null;
	context.set(flashContext, flash || null);
	const response = await next();
	// A script's post gets data without the message; the GET that follows has it.
	const isShown = request.method === "GET" || isHtml(response);
	if (flash && isShown && response.status < 300)
		response.headers.append("Set-Cookie", await clearFlashCookie());
	return response;
};

function isHtml({ headers }: Response): boolean {
	return headers.get("Content-Type")?.startsWith("text/html") === true;
}

export type FlashMessage = string | (Partial<Flash> & Pick<Flash, "text">);

/**
 * Redirects with a message for the next page, after a POST by default. The default tone is success.
 * A 307 has the browser send the same post to the next page.
 */
export async function redirectWithFlash(
	to: string,
	message: FlashMessage,
	status: 302 | 303 | 307 = 303,
): Promise<Response> {
	const flash = typeof message === "string" ? { text: message } : message;
	return redirect(to, {
		status,
		headers: { "Set-Cookie": await writeFlashCookie({ tone: "success", ...flash }) },
	});
}

/**
 * Awaits `work` and returns the redirect with its message. A Refusal becomes the message of the page
 * at `refusedTo`.
 */
export async function redirectWithOutcome(
	work: Promise<FlashMessage>,
	to: string,
	refusedTo: string,
): Promise<Response> {
	try {
		return await redirectWithFlash(to, await work);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const { title, message: text } = error;
		return redirectWithFlash(refusedTo, { tone: "error", title: title ?? undefined, text });
	}
}
