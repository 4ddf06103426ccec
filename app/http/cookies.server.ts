import { createCookie } from "react-router";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS } from "#app/platform/time.ts";

const isHosted = env.mode === "hosted";
const common = { httpOnly: true, sameSite: "lax", path: "/", secure: isHosted } as const;

/** The name of the session cookie. `__Host-` keeps other subdomains from setting it. */
export const SESSION_COOKIES = { local: "session", hosted: "__Host-session" };

const sessionCookie = createCookie(SESSION_COOKIES[env.mode], {
	...common,
	maxAge: (30 * DAY_MS) / 1000,
});

const browserCookie = createCookie(isHosted ? "__Host-browser" : "browser", common);

const flashCookie = createCookie(isHosted ? "__Host-flash" : "flash", {
	...common,
	maxAge: 60,
	secrets: env.formerSecret === null ? [env.secret] : [env.secret, env.formerSecret],
});

/** Returns the session token of a request, or null. */
export async function readSessionToken(request: Request): Promise<string | null> {
	const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
	return typeof token === "string" ? token : null;
}

/** Returns the Set-Cookie value that stores a session token for 30 days. */
export function writeSessionToken(token: string): Promise<string> {
	return sessionCookie.serialize(token);
}

/**
 * Adds the headers that end the session in the browser. "cache" is left out: no private page is ever
 * stored, and Chromium holds the response back while it searches all of its cache. "cookies" would
 * take the message for the next page and a visitor's conversations along.
 */
export async function clearSession(headers: Headers): Promise<void> {
	headers.append("Set-Cookie", await sessionCookie.serialize("", { maxAge: 0 }));
	headers.set("Clear-Site-Data", '"storage"');
}

/** Returns the content of the browser's cookie, or "". See accounts/browser-mark.ts. */
export async function readBrowserCookie(request: Request): Promise<string> {
	const content: unknown = await browserCookie.parse(request.headers.get("Cookie"));
	return typeof content === "string" ? content : "";
}

/** Returns the Set-Cookie value that stores the content of the browser's cookie for `ms`. */
export function writeBrowserCookie(content: string, ms: number): Promise<string> {
	return browserCookie.serialize(content, { maxAge: ms / 1000 });
}

/** Returns the content of the flash cookie, or null. It is signed, so it is what we wrote. */
export function readFlashCookie(request: Request): Promise<unknown> {
	return flashCookie.parse(request.headers.get("Cookie"));
}

/** Returns the Set-Cookie value that stores a message for the next page. */
export function writeFlashCookie(flash: unknown): Promise<string> {
	return flashCookie.serialize(flash);
}

/** Returns the Set-Cookie value that clears the message. */
export function clearFlashCookie(): Promise<string> {
	return flashCookie.serialize("", { maxAge: 0 });
}
