import { z } from "zod";
import { nowInSeconds } from "../billing.ts";
import { configurationObject, portalObject } from "../objects/portal.ts";
import { newId } from "../store.ts";
import { customerNamed } from "./customer.ts";
import { type Endpoint, endpoint, list, metadata, toList } from "./endpoint.ts";
import { missing } from "./error.ts";

const flag = z.enum(["true", "false"]);

export const PORTAL_ENDPOINTS: Endpoint[] = [
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

/** "true" and "false" as the values that they stand for, wherever they are. */
function withFlags(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withFlags);
	if (typeof value === "object" && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withFlags(one)]));
	}
	return value === "true" ? true : value === "false" ? false : value;
}
