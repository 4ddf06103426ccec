import { createCookie } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS } from "#app/platform/time.ts";

const isHosted = env.mode === "hosted";
const common = { httpOnly: true, sameSite: "lax", path: "/", secure: isHosted } as const;

/** The name of the session cookie. `__Host-` keeps other subdomains from setting it. */
export const SESSION_COOKIES = { local: "session", hosted: "__Host-session" };

const sessionCookie = createCookie(SESSION_COOKIES[env.mode], {
	...common,
	maxAge: (30 * DAY_MS) / 1000,
});

const browserCookie = createCookie(isHosted ? "__Host-browser" : "browser", {
	...common,
	maxAge: DAY_MS / 1000,
});

const flashCookie = createCookie(isHosted ? "__Host-flash" : "flash", {
	...common,
	maxAge: 60,
	secrets: [env.secret],
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

/** Returns the Set-Cookie value that clears the session. */
export function clearSessionToken(): Promise<string> {
	return sessionCookie.serialize("", { maxAge: 0 });
}

/** Returns the mark of the browser that sent a request, or null. */
export async function readBrowserMark(request: Request): Promise<string | null> {
	const mark: unknown = await browserCookie.parse(request.headers.get("Cookie"));
	return typeof mark === "string" && mark !== "" ? mark : null;
}

/** Returns the Set-Cookie value that stores a browser's mark for a day. */
export function writeBrowserMark(mark: string): Promise<string> {
	return browserCookie.serialize(mark);
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
