import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { priceObject } from "../objects/price.ts";
import { type Endpoint, endpoint } from "./endpoint.ts";
import { missing } from "./error.ts";

export const PRICE_ENDPOINTS: Endpoint[] = [
	endpoint("GET", "/prices/:id", z.strictObject({}), {
		answer: (_books, id) => priceObject(priceNamed(id, "price", 404)),
	}),
];

/** The id of a price that there is; `param` is what the request calls it. Throws ApiError. */
export function priceNamed(id: string, param: string, status: 400 | 404 = 400): string {
	if (!Object.values(env.stripe.prices).includes(id)) throw missing("price", id, param, status);
	return id;
}
