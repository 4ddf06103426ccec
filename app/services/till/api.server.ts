import crypto from "node:crypto";
import { z } from "zod";
import { env } from "~/lib/env.server";
import { DAY_MS, SECOND_MS } from "~/lib/time";
import {
	addCustomer,
	CardDeclinedAtTill,
	changePrice,
	changeTill,
	closeCheckout,
	keepSubscription,
	nowInSeconds,
	readTill,
	removeCustomer,
} from "./billing.server";
import { recordEvent } from "./events.server";
import { decodeForm } from "./form-encoding.server";
import {
	checkoutObject,
	configurationObject,
	customerObject,
	portalObject,
	priceObject,
	subscriptionObject,
} from "./objects.server";
import { type Books, newId, TillError } from "./store.server";

/** As at Stripe. */
const CHECKOUT_LIFE_S = DAY_MS / SECOND_MS;
const API_VERSION_PATH = "/v1";

type Answer = { status: number; body: unknown; headers?: Record<string, string> };

type Endpoint = {
	method: "GET" | "POST" | "DELETE";
	/** With groups for the ids in it. */
	path: RegExp;
	answer: (books: Books, request: { id: string; params: unknown }) => unknown;
};

/** What Stripe answers a request that it refuses. */
class ApiError extends Error {
	readonly status: number;
	readonly details: { type: string; code?: string; param?: string };
	/** Refused before anything was begun: such an answer is not kept for its idempotency key. */
	readonly isEarly: boolean;

	constructor(
		status: number,
		message: string,
		details: { code?: string; param?: string; type?: string } = {},
		isEarly = false,
	) {
		super(message);
		this.status = status;
		this.details = { type: "invalid_request_error", ...details };
		this.isEarly = isEarly;
	}
}

const metadata = z.record(z.string(), z.string()).default({});
const list = { limit: z.coerce.number().int().min(1).max(100).default(10) };
const flag = z.enum(["true", "false"]);

const ENDPOINTS: Endpoint[] = [
	endpoint("POST", "/customers", z.strictObject({ email: z.email().optional(), metadata }), {
		answer: (books, _, { email = null, metadata }) =>
			customerObject(addCustomer(books, { email, metadata })),
	}),

	endpoint("POST", "/customers/:id", z.strictObject({ email: z.email().optional() }), {
		answer: (books, id, { email }) => {
			const customer = customerAt(books, id);
			customer.email = email ?? customer.email;
			recordEvent(books, "customer.updated", customerObject(customer));
			return customerObject(customer);
		},
	}),

	endpoint("DELETE", "/customers/:id", z.strictObject({}), {
		answer: (books, id) => {
			removeCustomer(books, customerAt(books, id));
			return { id, object: "customer", deleted: true };
		},
	}),

	endpoint(
		"GET",
		"/subscriptions",
		z.strictObject({ customer: z.string(), status: z.literal("all"), ...list }),
		{
			answer: (books, _, { customer, limit }) => {
				customerNamed(books, customer);
				const all = books.subscriptions.filter(({ customerId }) => customerId === customer);
				return toList(all.toReversed().map(subscriptionObject), limit, "/v1/subscriptions");
			},
		},
	),

	endpoint(
		"POST",
		"/subscriptions/:id",
		z.strictObject({
			items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]),
			proration_behavior: z.literal("always_invoice"),
			payment_behavior: z.literal("error_if_incomplete"),
			cancel_at: z.literal("").optional(),
		}),
		{
			answer: (books, id, { items: [item], cancel_at }) => {
				const subscription = books.subscriptions.find((one) => one.id === id);
				if (!subscription) throw missing("subscription", id, "id", 404);
				if (subscription.status === "canceled") {
					throw new ApiError(
						400,
						"A canceled subscription can only update its cancellation_details and metadata.",
					);
				}
				if (item.id !== subscription.itemId) {
					throw missing("subscription_item", item.id, "items[0][id]", 400);
				}
				changePrice(books, subscription, priceNamed(item.price, "items[0][price]"));
				if (cancel_at === "") keepSubscription(books, subscription);
				return subscriptionObject(subscription);
			},
		},
	),

	endpoint(
		"POST",
		"/checkout/sessions",
		z.strictObject({
			mode: z.literal("subscription"),
			customer: z.string(),
			line_items: z.tuple([z.strictObject({ price: z.string(), quantity: z.literal("1") })]),
			metadata,
			success_url: z.url(),
			cancel_url: z.url(),
		}),
		{
			answer: (books, _, params) => {
				const created = nowInSeconds();
				const checkout = {
					id: newId("cs_test"),
					customerId: customerNamed(books, params.customer).id,
					priceId: priceNamed(params.line_items[0].price, "line_items[0][price]"),
					metadata: params.metadata,
					successUrl: params.success_url,
					cancelUrl: params.cancel_url,
					status: "open" as const,
					created,
					expiresAt: created + CHECKOUT_LIFE_S,
					subscriptionId: null,
				};
				books.checkouts.push(checkout);
				return checkoutObject(checkout);
			},
		},
	),

	endpoint("GET", "/checkout/sessions/:id", z.strictObject({}), {
		answer: (books, id) => checkoutObject(checkoutAt(books, id)),
	}),

	endpoint("POST", "/checkout/sessions/:id/expire", z.strictObject({}), {
		answer: (books, id) => {
			const checkout = checkoutAt(books, id);
			if (checkout.status !== "open") {
				throw new ApiError(
					400,
					`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
				);
			}
			closeCheckout(books, checkout);
			return checkoutObject(checkout);
		},
	}),

	endpoint("GET", "/prices/:id", z.strictObject({}), {
		answer: (_books, id) => priceObject(priceNamed(id, "price", 404)),
	}),

	endpoint(
		"GET",
		"/billing_portal/configurations",
		z.strictObject({ active: flag.optional(), ...list }),
		{
			answer: (books, _, { active, limit }) => {
				const found = active === "false" ? [] : books.configurations.toReversed();
				return toList(found.map(configurationObject), limit, "/v1/billing_portal/configurations");
			},
		},
	),

	endpoint(
		"POST",
		"/billing_portal/configurations",
		z.strictObject({ features: z.record(z.string(), z.unknown()), metadata }),
		{
			answer: (books, _, { features, metadata }) => {
				const configuration = {
					id: newId("bpc"),
					features: withFlags(features),
					metadata,
					created: nowInSeconds(),
				};
				books.configurations.push(configuration);
				return configurationObject(configuration);
			},
		},
	),

	endpoint(
		"POST",
		"/billing_portal/sessions",
		z.strictObject({ customer: z.string(), configuration: z.string(), return_url: z.url() }),
		{
			answer: (books, _, params) => {
				if (!books.configurations.some(({ id }) => id === params.configuration)) {
					throw missing("configuration", params.configuration, "configuration", 400);
				}
				const portal = {
					id: newId("bps"),
					customerId: customerNamed(books, params.customer).id,
					configurationId: params.configuration,
					returnUrl: params.return_url,
					created: nowInSeconds(),
				};
				books.portals.push(portal);
				return portalObject(portal);
			},
		},
	),
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

function toErrorAnswer(error: unknown): Answer {
	if (error instanceof ApiError) {
		const { status, message, details } = error;
		return { status, body: { error: { message, ...details } } };
	}
	if (error instanceof CardDeclinedAtTill) {
		const code = "card_declined";
		const details = { type: "card_error", code, decline_code: "generic_decline" };
		return { status: 402, body: { error: { message: error.message, ...details } } };
	}
	if (error instanceof TillError) {
		return { status: 500, body: { error: { type: "api_error", message: error.message } } };
	}
	throw error;
}

function endpoint<Schema extends z.ZodType>(
	method: Endpoint["method"],
	path: string,
	schema: Schema,
	{ answer }: { answer: (books: Books, id: string, params: z.output<Schema>) => unknown },
): Endpoint {
	return {
		method,
		path: new RegExp(`^${API_VERSION_PATH}${path.replace(":id", "([^/]+)")}$`),
		answer: (books, { id, params }) => answer(books, id, parse(schema, params)),
	};
}

function parse<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
	const result = schema.safeParse(params, { reportInput: true });
	if (result.success) return result.data;
	const issue = result.error.issues[0] as z.core.$ZodIssue;
	if (issue.code === "unrecognized_keys") {
		const param = paramOf([...issue.path, issue.keys[0] ?? ""]);
		throw new ApiError(
			400,
			`Received unknown parameter: ${param}`,
			{ code: "parameter_unknown", param },
			true,
		);
	}
	const param = paramOf(issue.path);
	const isMissing = issue.code === "invalid_type" && issue.input === undefined;
	throw isMissing
		? new ApiError(
				400,
				`Missing required param: ${param}.`,
				{ code: "parameter_missing", param },
				true,
			)
		: new ApiError(400, `Invalid ${param}: ${issue.message}`, { param }, true);
}

/** As Stripe writes a place in a form: line_items[0][price]. */
function paramOf(path: PropertyKey[]): string {
	return path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join("");
}

function missing(kind: string, id: string, param: string, status: 400 | 404): ApiError {
	return new ApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
}

function customerAt(books: Books, id: string) {
	return findCustomer(books, id, "id", 404);
}

function customerNamed(books: Books, id: string) {
	return findCustomer(books, id, "customer", 400);
}

function findCustomer(books: Books, id: string, param: string, status: 400 | 404) {
	const customer = books.customers.find((one) => one.id === id && !one.isDeleted);
	if (!customer) throw missing("customer", id, param, status);
	return customer;
}

function checkoutAt(books: Books, id: string) {
	const checkout = books.checkouts.find((one) => one.id === id);
	if (!checkout) throw missing("checkout.session", id, "session", 404);
	return checkout;
}

function priceNamed(id: string, param: string, status: 400 | 404 = 400): string {
	if (!Object.values(env.stripe.prices).includes(id)) throw missing("price", id, param, status);
	return id;
}

function toList<T>(objects: T[], limit: number, url: string) {
	const data = objects.slice(0, limit);
	return { object: "list", data, has_more: objects.length > data.length, url };
}

/** "true" and "false" as the values that they stand for, wherever they are. */
function withFlags(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withFlags);
	if (typeof value === "object" && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFlags(one)]));
	}
	return value === "true" ? true : value === "false" ? false : value;
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
