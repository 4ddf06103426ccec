import { createContext, type MiddlewareFunction } from "react-router";
import { readBrowserCookie, writeBrowserCookie } from "#app/http/cookies.server.ts";
import { isKeyedHash, keyedHash } from "#app/platform/crypto/seal.server.ts";
import { createToken } from "#app/platform/crypto/tokens.server.ts";
import { DAY_MS } from "#app/platform/time.ts";

/** How many accounts a browser is known to. */
const KNOWN_MAX = 5;
const KNOWN = "known browser";
const VISITOR_MS = DAY_MS;
const ACCOUNT_MS = 365 * DAY_MS;

/** The mark in a cookie that tells this browser from others, or null. Set by `markBrowser`. */
export const browserContext = createContext<string | null>(null);

/**
 * Marks the browser that opens a mailed link, so that a second press of the page's button is known
 * to be the same browser's, even if the response to the first press never reached it (ADR 64).
 */
export const markBrowser: MiddlewareFunction<Response> = async ({ request, context }, next) => {
	const { mark } = await readBrowser(request);
	context.set(browserContext, mark);
	const response = await next();
	if (request.method === "GET" && mark === null) {
		response.headers.append("Set-Cookie", await writeBrowserCookie(createToken(), VISITOR_MS));
	}
	return response;
};

/** The mark and the accounts of a browser that signs up or in. */
export type AccountBrowser = {
	mark: string;
	/** The same mark if the browser has signed in to this account before, else null. */
	knownMark: string | null;
	/** Returns the Set-Cookie value that keeps the mark for a year, and whether it signed in. */
	keep: (options: { isSignedIn: boolean }) => Promise<string>;
};

/**
 * Returns the browser of a request, with a new mark if it has none. Its cookie holds the mark and,
 * for each account that it signed in to, a keyed hash of both, which nobody else can make (ADR 71).
 */
export async function accountBrowser(request: Request, email: string): Promise<AccountBrowser> {
	const { mark, known } = await readBrowser(request);
	const own = mark ?? createToken();
	const proved = `${own} ${email}`;
	const isProof = (one: string) => isKeyedHash(KNOWN, proved, one);
	return {
		mark: own,
		knownMark: known.some(isProof) ? own : null,
		keep({ isSignedIn }) {
			const others = known.filter((one) => !isProof(one));
			const proof = keyedHash(KNOWN, proved);
			const kept = isSignedIn ? [proof, ...others].slice(0, KNOWN_MAX) : known;
			return writeBrowserCookie([own, ...kept].join("."), ACCOUNT_MS);
		},
	};
}

async function readBrowser(request: Request): Promise<{ mark: string | null; known: string[] }> {
	const [mark, ...known] = (await readBrowserCookie(request)).split(".");
	return { mark: mark || null, known: mark ? known : [] };
}
