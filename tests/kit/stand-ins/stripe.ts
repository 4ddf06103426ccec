import { once } from "node:events";
import http from "node:http";
import { type Loopback, listenOnLoopback, readBody } from "../process/loopback.ts";

/** A request as Stripe's API receives it. Parameters are named as in the form: items[0][price]. */
export type StripeRequest = {
	method: string;
	/** Without the query: /v1/customers/cus_1. */
	path: string;
	params: Record<string, string>;
	idempotencyKey: string | undefined;
};

/**
 * "till" does what the request asks. "hang" never responds and "drop" closes the connection, both
 * with nothing done; "slow" and "lose" do the same afterwards. An error does nothing.
 */
export type StripeAnswer =
	| "till"
	| "hang"
	| "drop"
	| "slow"
	| "lose"
	| { status: number; error: { type: string; message: string; code?: string } };

export const CARD_DECLINED: StripeAnswer = {
	status: 402,
	error: { type: "card_error", code: "card_declined", message: "Your card was declined." },
};

export const RATE_LIMIT: StripeAnswer = {
	status: 429,
	error: {
		type: "invalid_request_error",
		code: "rate_limit",
		message: "Request rate limit exceeded. You can learn more about rate limits here …",
	},
};

export const SERVER_ERROR: StripeAnswer = {
	status: 500,
	error: { type: "api_error", message: "An unknown error occurred" },
};

export type FakeStripe = Loopback & {
	/** Every request, refused ones included. */
	requests: StripeRequest[];
	/** Decides each response; "till" by default. */
	answer: (request: StripeRequest) => StripeAnswer | Promise<StripeAnswer>;
};

/**
 * Starts an HTTP server on loopback with Stripe's API over the local till's ledger. It can start
 * before the app is loaded, so that STRIPE_API_URL can name it. Its environment is the test's.
 */
export async function startStripe(): Promise<FakeStripe> {
	const server = http.createServer(async (request, response) => {
		const body = await readBody(request);
		const { pathname, search, searchParams } = new URL(request.url ?? "", fake.url);
		const isForm = request.method === "POST";
		const asked: StripeRequest = {
			method: request.method ?? "",
			path: pathname,
			params: Object.fromEntries(isForm ? new URLSearchParams(body) : searchParams),
			idempotencyKey: request.headers["idempotency-key"] as string | undefined,
		};
		fake.requests.push(asked);
		const answer = await fake.answer(asked);
		if (answer === "hang") return;
		if (answer === "drop") {
			request.socket.destroy();
			return;
		}
		if (typeof answer === "object") {
			respond(response, answer.status, JSON.stringify({ error: answer.error }));
			return;
		}
		const { tillApi } = await import("./till.ts");
		const { authorization = "", "content-type": type = "" } = request.headers;
		const key = asked.idempotencyKey;
		const done = await tillApi.request(`${pathname}${search}`, {
			method: asked.method,
			headers: {
				Authorization: authorization,
				"Content-Type": type,
				...(key && { "Idempotency-Key": key }),
			},
			...(isForm && { body }),
		});
		if (answer === "lose") {
			request.socket.destroy();
			return;
		}
		if (answer === "slow") await once(request.socket, "close");
		respond(response, done.status, await done.text());
	});
	const fake: FakeStripe = {
		...(await listenOnLoopback(server)),
		requests: [],
		answer: () => "till",
	};
	return fake;
}

function respond(response: http.ServerResponse, status: number, body: string): void {
	const headers = { "Content-Type": "application/json", "Request-Id": "req_test" };
	response.writeHead(status, headers).end(body);
}
