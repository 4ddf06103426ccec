import { PAID_PLANS } from "#app/billing/plan.ts";
import { priceOf } from "#app/billing/prices.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ask, idempotencyKey, stripe } from "#app/platform/stripe/client.server.ts";
import { portalFeatures } from "./portal-features.server.ts";

/** Opens the portal and returns its address. Throws PaymentsUnavailable and CustomerGone. */
export function openPortal(customerId: string): Promise<string> {
	return ask(async () => {
		const session = await stripe().billingPortal.sessions.create({
			customer: customerId,
			configuration: await portalConfiguration(),
			return_url: `${env.appUrl}${paths.account.settings}`,
		});
		return session.url;
	});
}

let configuration: Promise<string> | undefined;

/**
 * Returns the id of the portal configuration with our features, and creates it if Stripe has none.
 * Cached for the life of the process.
 */
function portalConfiguration(): Promise<string> {
	configuration ??= findOrCreateConfiguration().catch((error) => {
		configuration = undefined;
		throw error;
	});
	return configuration;
}

async function findOrCreateConfiguration(): Promise<string> {
	const prices = await Promise.all(
		PAID_PLANS.map((plan) => stripe().prices.retrieve(priceOf(plan))),
	);
	const { features, version } = portalFeatures(prices);
	const { data } = await stripe().billingPortal.configurations.list({ active: true, limit: 100 });
	const made = data.find(({ metadata }) => metadata?.smallprint === version);
	if (made) return made.id;
	const created = await stripe().billingPortal.configurations.create(
		{ features, metadata: { smallprint: version } },
		{ idempotencyKey: idempotencyKey("portal", version) },
	);
	return created.id;
}
