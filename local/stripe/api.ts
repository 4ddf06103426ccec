import crypto from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { CHECKOUT_ENDPOINTS } from "./api/checkout.ts";
import { CUSTOMER_ENDPOINTS } from "./api/customer.ts";
import { type Answer, ApiError, toErrorAnswer } from "./api/error.ts";
import { PORTAL_ENDPOINTS } from "./api/portal.ts";
import { PRICE_ENDPOINTS } from "./api/price.ts";
import { SUBSCRIPTION_ENDPOINTS } from "./api/subscription.ts";
import { changeTill, nowInSeconds, readTill } from "./billing.ts";
import { decodeForm } from "./form-encoding.ts";
import { type Books, newId } from "./store.ts";

const ENDPOINTS = [
	...CUSTOMER_ENDPOINTS,
	...SUBSCRIPTION_ENDPOINTS,
	...CHECKOUT_ENDPOINTS,
	...PRICE_ENDPOINTS,
	...PORTAL_ENDPOINTS,
];

/**
 * Plays Stripe's API over the till's books, for exactly the requests that the app makes: what
 * Stripe would refuse is refused as there, and anything else is refused as unknown.
 */
export const tillFetch: typeof fetch = async (input, init) => {
	const request = new Request(input, init);
	const body = await request.text();
	const { status, headers, ...answer } = answerRequest(request, body);
	return Response.json(answer.body, {
		status,
		headers: { ...headers, "Request-Id": newId("req") },
	});
};

function answerRequest(request: Request, body: string): Answer {
	const key = request.method === "POST" ? request.headers.get("Idempotency-Key") : null;
	try {
		requireKey(request.headers.get("Authorization"));
		if (request.method === "GET") return perform(readTill(), request, body);
		return changeTill((books) => {
			if (key === null) return perform(books, request, body);
			const fingerprint = fingerprintOf(request, body);
			const first = books.answers.find((answer) => answer.key === key);
			if (!first) {
				const answer = perform(books, request, body);
				books.answers.push({ key, fingerprint, ...answer, created: nowInSeconds() });
				return answer;
			}
			if (first.fingerprint !== fingerprint) throw keyUsedTwice(key);
			const { status, body: again } = first;
			return { status, body: again, headers: { "Idempotent-Replayed": "true" } };
		});
	} catch (error) {
		return toErrorAnswer(error);
	}
}

/** Throws only for what is refused before anything is begun. */
function perform(books: Books, request: Request, body: string): Answer {
	const { pathname, search } = new URL(request.url);
	const route = ENDPOINTS.find(
		({ method, path }) => method === request.method && path.test(pathname),
	);
	if (!route) {
		throw new ApiError(404, `Unrecognized request URL (${request.method}: ${pathname}).`, {}, true);
	}
	const id = decodeURIComponent(route.path.exec(pathname)?.[1] ?? "");
	const params = decodeForm(request.method === "GET" ? search.slice(1) : body);
	try {
		return { status: 200, body: route.answer(books, { id, params }) };
	} catch (error) {
		if (error instanceof ApiError && error.isEarly) throw error;
		return toErrorAnswer(error);
	}
}

function requireKey(authorization: string | null): void {
	const [, key] = /^Bearer (.+)$/.exec(authorization ?? "") ?? [];
	if (key === env.stripe.secretKey) return;
	throw new ApiError(
		401,
		key === undefined
			? "You did not provide an API key."
			: `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}`,
		{},
		true,
	);
}

function fingerprintOf(request: Request, body: string): string {
	const { pathname } = new URL(request.url);
	return crypto.hash("sha256", `${request.method} ${pathname}\n${body}`);
}

function keyUsedTwice(key: string): ApiError {
	return new ApiError(
		400,
		`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		{ type: "idempotency_error" },
		true,
	);
}
