import type Stripe from "stripe";
import type { TillConfiguration, TillPortal } from "../store.ts";
import { pageOf } from "./page.ts";

/** A configuration of the portal as Stripe's API shows one. */
export function configurationObject(configuration: TillConfiguration) {
	return {
		id: configuration.id,
		object: "billing_portal.configuration",
		active: true,
		application: null,
		business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
		created: configuration.created,
		default_return_url: null,
		features: configuration.features as Stripe.BillingPortal.Configuration.Features,
		is_default: false,
		livemode: false,
		login_page: { enabled: false, url: null },
		metadata: configuration.metadata,
		name: null,
		updated: configuration.created,
	} satisfies Stripe.BillingPortal.Configuration;
}

/** A session of the portal as Stripe's API shows one. */
export function portalObject(portal: TillPortal): Stripe.BillingPortal.Session {
	return {
		id: portal.id,
		object: "billing_portal.session",
		configuration: portal.configurationId,
		created: portal.created,
		customer: portal.customerId,
		customer_account: null,
		flow: null,
		livemode: false,
		locale: null,
		on_behalf_of: null,
		return_url: portal.returnUrl,
		url: pageOf("portal", portal.id, portal.returnUrl),
	};
}
