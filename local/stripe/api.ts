import crypto from "node:crypto";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ENDPOINTS, type Endpoint } from "./endpoints.ts";
import { type Ledger, newId } from "./ledger.ts";
import { ApiError, invalid, toReply } from "./refusals.ts";
import type { Till } from "./till.ts";

/**
 * Serves Stripe's API from the till's ledger, for exactly the requests that the app makes. It
 * refuses what Stripe would refuse, and refuses any other request as unknown.
 */
export function createApi(till: Till): Hono {
	const api = new Hono();
	api.use(async (context, next) => {
		requireKey(context.req.header("Authorization"), till.secretKey);
		await next();
		context.header("Request-Id", newId("req"));
	});
	for (const [route, endpoint] of Object.entries(ENDPOINTS)) {
		const [method = "", path = ""] = route.split(" ");
		api.on(method, path, async (context) => {
			const isGet = method === "GET";
			const form = isGet ? new URL(context.req.url).search.slice(1) : await context.req.text();
			const params = new Map(new URLSearchParams(form));
			const perform = (ledger: Ledger) => performOn(ledger, endpoint, context, params);
			if (isGet) return send(context, perform(till.read()));
			return till.change((ledger) => {
				const key = context.req.header("Idempotency-Key");
				if (!key || method !== "POST") return send(context, perform(ledger));
				const fingerprint = crypto.hash("sha256", `${context.req.path}\n${form}`);
				const first = ledger.replies.find((reply) => reply.key === key);
				if (!first) {
					const reply = perform(ledger);
					ledger.replies.push({ key, fingerprint, ...reply, created: ledger.now });
					return send(context, reply);
				}
				if (first.fingerprint !== fingerprint) throw keyUsedTwice(key);
				context.header("Idempotent-Replayed", "true");
				return send(context, first);
			});
		});
	}
	api.notFound((context) => {
		const { method, path } = context.req;
		const refusal = new ApiError(404, `Unrecognized request URL (${method}: ${path}).`);
		return send(context, toReply(refusal));
	});
	api.onError((error, context) => send(context, toReply(error)));
	return api;
}

type Reply = { status: number; body: unknown };

/** Throws what Stripe refuses at once; such a reply isn't kept for its idempotency key. */
function performOn(
	ledger: Ledger,
	{ takes, reply }: Endpoint,
	context: Context,
	params: Map<string, string>,
): Reply {
	check(params, takes);
	try {
		return { status: 200, body: reply(ledger, params, context.req.param("id") ?? "") };
	} catch (error) {
		return toReply(error);
	}
}

/** Checks a request's parameters against those that its endpoint takes. Throws an ApiError. */
function check(params: Map<string, string>, takes: Endpoint["takes"]): void {
	const names = Object.keys(takes).map((name) => name.replace("?", ""));
	for (const name of params.keys()) {
		const isKnown = names.some((one) => one === name || one === name.replace(/\[.*/s, "[*]"));
		if (!isKnown) throw invalid(`Received unknown parameter: ${name}`, "parameter_unknown", name);
	}
	for (const [name, pattern] of Object.entries(takes)) {
		const value = params.get(name.replace("?", ""));
		if (value === undefined) {
			if (name.endsWith("?")) continue;
			throw invalid(`Missing required param: ${name}.`, "parameter_missing", name);
		}
		if (!pattern.test(value)) throw invalid(`Invalid ${name}: ${value}`, undefined, name);
	}
}

function send(context: Context, { status, body }: Reply): Response {
	return context.json(body as object, status as ContentfulStatusCode);
}

function requireKey(authorization: string | undefined, secretKey: string): void {
	const [, key] = /^Bearer (.+)$/.exec(authorization ?? "") ?? [];
	if (key === secretKey) return;
	throw new ApiError(
		401,
		key === undefined
			? "You did not provide an API key."
			: `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}`,
	);
}

function keyUsedTwice(key: string): ApiError {
	return new ApiError(
		400,
		`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		{ type: "idempotency_error" },
	);
}
