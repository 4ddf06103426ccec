import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { env } from "#app/platform/env/env.server.ts";

/** The user name in the addresses that the operator gives to Postmark. */
const USER = "postmark";

/**
 * Throws a Response unless a request comes from Postmark, which signs nothing: it knows the secret
 * by the address that it posts to, `https://postmark:{secret}@…`. 404 while no secret is set, 405
 * for a GET, 401 otherwise.
 */
export function requirePostmark(request: Request): void {
	const { postmarkSecret } = env.inbound;
	const login = postmarkSecret && Buffer.from(`${USER}:${postmarkSecret}`).toString("base64");
	requirePost(request, login && `Basic ${login}`, {
		accepts: "Postmark's webhooks",
		challenge: 'Basic realm="Postmark"',
	});
}

/** Throws a Response unless a request is the operator's mail server's: 404, 405 or 401 likewise. */
export function requireMailServer(request: Request): void {
	const { secret } = env.inbound;
	requirePost(request, secret && `Bearer ${secret}`, {
		accepts: "mails of the operator's mail server",
		challenge: "Bearer",
	});
}

type Door = { accepts: string; challenge: string };

function requirePost(request: Request, expected: string | null, { accepts, challenge }: Door) {
	if (!expected) throw new Response("Not found.\n", { status: 404 });
	if (request.method !== "POST") {
		const headers = { Allow: "POST" };
		throw new Response(`This address accepts only ${accepts}.\n`, { status: 405, headers });
	}
	// Hashes are compared, so that neither the time nor the length tells anything.
	if (hashToken(request.headers.get("Authorization") ?? "") !== hashToken(expected)) {
		const headers = { "WWW-Authenticate": challenge };
		throw Response.json({ error: "The secret is missing or wrong." }, { status: 401, headers });
	}
}
