import crypto from "node:crypto";
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
	if (postmarkSecret === null) throw new Response("Not found.\n", { status: 404 });
	if (request.method !== "POST") {
		const headers = { Allow: "POST" };
		throw new Response("This address accepts only Postmark's webhooks.\n", {
			status: 405,
			headers,
		});
	}
	const expected = `Basic ${Buffer.from(`${USER}:${postmarkSecret}`).toString("base64")}`;
	if (!isEqual(request.headers.get("Authorization") ?? "", expected)) {
		const headers = { "WWW-Authenticate": 'Basic realm="Postmark"' };
		throw Response.json({ error: "The secret is missing or wrong." }, { status: 401, headers });
	}
}

/** Compares hashes, so that neither the time nor the length tells anything. */
function isEqual(one: string, other: string): boolean {
	const hash = (text: string) => crypto.createHash("sha256").update(text).digest();
	return crypto.timingSafeEqual(hash(one), hash(other));
}
