import {
	createContext,
	type MiddlewareFunction,
	type RouterContextProvider,
	redirect,
} from "react-router";
import { Refusal } from "#app/platform/refusal.ts";
import { clearFlashCookie, readFlashCookie, writeFlashCookie } from "./cookies.server.ts";
import type { Flash } from "./flash.ts";

type HeldFlash = { flash: Flash | null; isTaken: boolean };

const flashContext = createContext<HeldFlash | null>(null);

/**
 * Reads the message of the last action, and clears it once a page has taken it. What a page's
 * scripts ask for meanwhile leaves it there.
 */
export const showFlash: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const flash = ((await readFlashCookie(request)) as Flash | null) || null;
	const held: HeldFlash = { flash, isTaken: false };
	context.set(flashContext, held);
	const response = await next();
	if (flash && held.isTaken && response.status < 300)
		response.headers.append("Set-Cookie", await clearFlashCookie());
	return response;
};

/** Returns the message for the page that is being made, or null. Needs `showFlash` above. */
export function takeFlash(context: Readonly<RouterContextProvider>): Flash | null {
	const held = context.get(flashContext);
	if (!held) return null;
	held.isTaken = true;
	return held.flash;
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
