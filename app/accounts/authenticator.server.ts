import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readSessionToken } from "#app/http/cookies.server.ts";
import { userAgentOf } from "#app/http/user-agent.server.ts";
import { accountBrowser } from "./browser-mark.ts";
import { signInSchema } from "./credentials.ts";
import { signIn } from "./session.server.ts";

/**
 * The ways to sign in, each a named strategy. A strategy opens a session, which is a row in the
 * database, and returns its token for the cookie. "password" takes a request whose body is unread
 * and whose form signInSchema has accepted. It throws as signIn does.
 */
export const authenticator = new Authenticator<string>().use(
	new FormStrategy(async ({ form, request }) => {
		const credentials = signInSchema.parse(Object.fromEntries(form));
		const { knownMark } = await accountBrowser(request, credentials.email);
		return signIn(credentials, {
			clientAddress: clientAddress(request),
			knownBrowser: knownMark,
			userAgent: userAgentOf(request),
			endedToken: await readSessionToken(request),
		});
	}),
	"password",
);
