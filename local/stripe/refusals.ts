import { FileFault } from "../json-file.ts";
import { CardDeclined } from "./ledger.ts";

type Details = { type?: string; code?: string; param?: string };

/** How Stripe refuses a request. */
export class ApiError extends Error {
	readonly status: number;
	readonly details: Details;

	constructor(status: number, message: string, details: Details = {}) {
		super(message);
		this.status = status;
		this.details = { type: "invalid_request_error", ...details };
	}
}

/** The refusal of a parameter. */
export function invalid(message: string, code: string | undefined, param: string): ApiError {
	return new ApiError(400, message, { code, param });
}

/** The refusal of an id that nothing has; `param` is what the request calls it. */
export function missing(kind: string, id: string, param: string, status: 400 | 404): ApiError {
	return new ApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
}

/** What an error looks like at Stripe. Throws those again that Stripe doesn't have. */
export function toReply(error: unknown): { status: number; body: unknown } {
	const [status, details] = describe(error);
	return { status, body: { error: { message: (error as Error).message, ...details } } };
}

function describe(error: unknown): [status: number, Details & { decline_code?: string }] {
	if (error instanceof ApiError) return [error.status, error.details];
	if (error instanceof FileFault) return [500, { type: "api_error" }];
	if (!(error instanceof CardDeclined)) throw error;
	const code = { code: "card_declined", decline_code: "generic_decline" };
	return [402, { type: "card_error", ...code }];
}
