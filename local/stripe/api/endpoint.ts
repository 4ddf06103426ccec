import { z } from "zod";
import type { Books } from "../store.ts";
import { ApiError } from "./error.ts";

const API_VERSION_PATH = "/v1";

/** One request that the till takes. `path` has a group for the id in it. */
export type Endpoint = {
	method: "GET" | "POST" | "DELETE";
	path: RegExp;
	answer: (books: Books, request: { id: string; params: unknown }) => unknown;
};

/** Parameters that several requests have. */
export const metadata = z.record(z.string(), z.string()).default({});
export const list = { limit: z.coerce.number().int().min(1).max(100).default(10) };

/** An endpoint by its path below /v1, such as /customers/:id, and the parameters that it takes. */
export function endpoint<Schema extends z.ZodType>(
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

/** A list as Stripe answers one: the first `limit` objects. */
export function toList<T>(objects: T[], limit: number, url: string) {
	const data = objects.slice(0, limit);
	return { object: "list", data, has_more: objects.length > data.length, url };
}
