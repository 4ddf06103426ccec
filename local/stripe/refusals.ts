import { FileFault } from "../json-file.ts";
import { CardDeclined } from "./ledger.ts";

type Details = { type?: string; code?: string; param?: string };

/** A request that Stripe refuses. */
export class ApiError extends Error {
	readonly status: number;
	readonly details: Details;

	constructor(status: number, message: string, details: Details = {}) {
		super(message);
		this.status = status;
		this.details = { type: "invalid_request_error", ...details };
	}
}

/** Returns the error for an invalid parameter. */
export function invalid(message: string, code: string | undefined, param: string): ApiError {
	return new ApiError(400, message, { code, param });
}

/** Returns the error for an unknown id; `param` is the id's name in the request. */
export function missing(kind: string, id: string, param: string, status: 400 | 404): ApiError {
	return new ApiError(status, `No such ${kind}: '${id}'`, { code: "resource_missing", param });
}

/** Returns an error in Stripe's shape. Throws errors that Stripe doesn't have. */
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
