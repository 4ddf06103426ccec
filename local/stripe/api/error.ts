import { CardDeclinedAtTill } from "../billing.ts";
import { TillError } from "../store.ts";

/** What a request is answered with. */
export type Answer = { status: number; body: unknown; headers?: Record<string, string> };

/** What Stripe answers a request that it refuses. */
export class ApiError extends Error {
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

/** The refusal of an id that nothing has; `param` is what the request calls it. */
export function missing(kind: string, id: string, param: string, status: 400 | 404): ApiError {
	return new ApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
}

/** What an error is answered as. Throws those again that are no answer of Stripe's. */
export function toErrorAnswer(error: unknown): Answer {
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
