import { createCookie } from "react-router";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS } from "#app/platform/time.ts";

const isHosted = env.mode === "hosted";
const common = { httpOnly: true, sameSite: "lax", path: "/", secure: isHosted } as const;

/** The name of the session's cookie. `__Host-` keeps other subdomains from setting it. */
export const SESSION_COOKIES = { local: "session", hosted: "__Host-session" };

/** Holds the session's token. */
const sessionCookie = createCookie(SESSION_COOKIES[env.mode], {
	...common,
	maxAge: (30 * DAY_MS) / 1000,
});

const flashCookie = createCookie(isHosted ? "__Host-flash" : "flash", {
	...common,
	maxAge: 60,
	secrets: [env.secret],
});

/** The session token that a request carries, or null. */
export async function readSessionToken(request: Request): Promise<string | null> {
	const token: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
	return typeof token === "string" ? token : null;
}

/** The Set-Cookie value that keeps a session's token for 30 days. */
export function writeSessionToken(token: string): Promise<string> {
	return sessionCookie.serialize(token);
}

/** The Set-Cookie value that forgets the session. */
export function clearSessionToken(): Promise<string> {
	return sessionCookie.serialize("", { maxAge: 0 });
}

/** What the flash cookie holds, or null. The value is signed, so it is what we wrote. */
export function readFlashCookie(request: Request): Promise<unknown> {
	return flashCookie.parse(request.headers.get("Cookie"));
}

/** The Set-Cookie value that shows something once, on the next page. */
export function writeFlashCookie(flash: unknown): Promise<string> {
	return flashCookie.serialize(flash);
}

/** The Set-Cookie value that forgets what was shown. */
export function clearFlashCookie(): Promise<string> {
	return flashCookie.serialize("", { maxAge: 0 });
}
