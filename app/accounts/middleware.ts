import { createContext, type MiddlewareFunction } from "react-router";
import { readSessionToken, writeSessionToken } from "#app/http/cookies.server.ts";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import { readTyped } from "#app/http/form.server.ts";
import type { SignInText } from "#app/http/page-handle.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { addressPattern, handlesContext } from "#app/http/route-handles.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { UserAccess } from "./access.server.ts";
import { accessForSession, renewedToken, rollSession } from "./session.server.ts";
import { SIGN_IN } from "./sign-in-text.ts";

/** Who is signed in, or null. Set by `optionalUser`. */
export const optionalUserContext = createContext<UserAccess | null>();

/** Who is signed in. Set by `requireUser`; reading it without that throws. */
export const userContext = createContext<UserAccess>();

/** Reads who is signed in and lets everyone pass. A POST extends the session. */
export const optionalUser: MiddlewareFunction<Response> = async (args, next) => {
	const { request, context } = args;
	const token = await readSessionToken(request);
	const open = token ? await accessForSession(token) : null;
	const replaced = token && !open ? await replacedSession(token, args) : null;
	context.set(optionalUserContext, open ?? replaced);
	const response = await next();
	if (!token || request.method !== "POST") return response;
	const isSet = response.headers.getSetCookie().some((cookie) => /(^|-)session=/.test(cookie));
	// Only an action that saw the password sets the new cookie. Whoever has nothing but the earlier
	// one must not see a page of the account.
	if (replaced && !isSet) throw errorPage(401, pleaseLogIn(args.url, SIGN_IN));
	if (open && !isSet && (await wasRolled(open))) {
		response.headers.append("Set-Cookie", await writeSessionToken(token));
	}
	return response;
};

/** Returns the access of a session that the first press of this button replaced, or null. */
async function replacedSession(
	token: string,
	{ request, context, pattern }: Parameters<MiddlewareFunction<Response>>[0],
): Promise<UserAccess | null> {
	if (request.method !== "POST") return null;
	const handle = context.get(handlesContext).get(addressPattern(pattern));
	if (!handle?.renewsSession) return null;
	const sessionId = hashToken(token);
	const access = await accessForSession(renewedToken(sessionId));
	return access && { ...access, sessionId };
}

/** Ignores a refusal: the action is done, and an error would say that nothing was. */
async function wasRolled(access: UserAccess): Promise<boolean> {
	return rollSession(access).catch((error: unknown) => {
		if (error instanceof Refusal) return false;
		throw error;
	});
}

/** Throws a 401 page, with what was typed, unless somebody is signed in. Runs after `optionalUser`. */
export const requireUser: MiddlewareFunction<Response> = async (args) => {
	const { request, context, url, pattern } = args;
	const access = context.get(optionalUserContext);
	if (!access) {
		const handle = context.get(handlesContext).get(addressPattern(pattern));
		const content = pleaseLogIn(url, handle?.signIn ?? SIGN_IN);
		throw errorPage(401, { ...content, typed: await readTyped(request) });
	}
	context.set(userContext, access);
};

function pleaseLogIn(url: URL, { title, text, way }: SignInText): ErrorContent {
	const to = withRedirect(way, url.pathname + url.search);
	return { title, text, link: { to, label: "Go to Login" } };
}
