import { createContext, data, type MiddlewareFunction } from "react-router";
import { readSessionToken, writeSessionToken } from "#app/http/cookies.server.ts";
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
	const sent = await readSessionToken(request);
	const session = sent ? await openSessionOf(sent, args) : null;
	context.set(optionalUserContext, session?.access ?? null);
	const response = await next();
	if (!session || request.method !== "POST") return response;
	if (session.token !== sent || (await wasRolled(session.access))) {
		const isSet = response.headers.getSetCookie().some((cookie) => /(^|-)session=/.test(cookie));
		if (!isSet) response.headers.append("Set-Cookie", await writeSessionToken(session.token));
	}
	return response;
};

/** Returns the open session of a token, or the one that replaced it at the first press. */
async function openSessionOf(
	token: string,
	{ request, context, pattern }: Parameters<MiddlewareFunction<Response>>[0],
) {
	const access = await accessForSession(token);
	if (access) return { token, access };
	if (request.method !== "POST") return null;
	const handle = context.get(handlesContext).get(addressPattern(pattern));
	if (!handle?.renewsSession) return null;
	const renewed = renewedToken(hashToken(token));
	const renewedAccess = await accessForSession(renewed);
	return renewedAccess && { token: renewed, access: renewedAccess };
}

/** Ignores a refusal: the action is done, and an error would say that nothing was. */
async function wasRolled(access: UserAccess): Promise<boolean> {
	return rollSession(access).catch((error: unknown) => {
		if (error instanceof Refusal) return false;
		throw error;
	});
}

/** Throws a 401 page unless somebody is signed in. Runs after `optionalUser`. */
export const requireUser: MiddlewareFunction<Response> = ({ context, url, pattern }) => {
	const access = context.get(optionalUserContext);
	if (!access) {
		const handle = context.get(handlesContext).get(addressPattern(pattern));
		throw data(pleaseLogIn(url, handle?.signIn ?? SIGN_IN), { status: 401 });
	}
	context.set(userContext, access);
};

function pleaseLogIn(url: URL, { title, text, way }: SignInText) {
	const to = withRedirect(way, url.pathname + url.search);
	return { title, text, link: { to, label: "Go to Login" } };
}
