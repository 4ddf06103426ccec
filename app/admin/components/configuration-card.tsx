import { Fragment } from "react";
import { PAID_PLANS, type PaidPlanId, PLANS } from "#app/billing/plan.ts";
import { Card } from "#app/ui/list/card.tsx";

type ConfigurationCardProps = {
	configuration: {
		mode: string;
		appUrl: string;
		supportEmail: string;
		mailFrom: string;
		mail: string;
		payments: string;
		prices: Record<PaidPlanId, string>;
		trustProxy: boolean;
		generators: { privacy: string; terms: string; legal: string };
	};
};

/** What the environment set, without its secrets. */
export function ConfigurationCard({ configuration }: ConfigurationCardProps) {
	const { generators, prices } = configuration;
	return (
		<Card title="Configuration">
			<dl className="facts">
				<dt>Mode</dt>
				<dd>{configuration.mode}</dd>
				<dt>Address</dt>
				<dd>{configuration.appUrl}</dd>
				<dt>Support</dt>
				<dd>{configuration.supportEmail}</dd>
				<dt>Mail from</dt>
				<dd>{configuration.mailFrom}</dd>
				<dt>Mail by</dt>
				<dd>{configuration.mail}</dd>
				<dt>Payments by</dt>
				<dd>{configuration.payments}</dd>
				{PAID_PLANS.map((plan) => (
					<Fragment key={plan}>
						<dt>Price of {PLANS[plan].name}</dt>
						<dd className="mono">{prices[plan]}</dd>
					</Fragment>
				))}
				<dt>Trusts a proxy</dt>
				<dd>{configuration.trustProxy ? "yes" : "no"}</dd>
				<dt>Generators</dt>
				<dd>{[generators.privacy, generators.terms, generators.legal].join(", ")}</dd>
			</dl>
			<p className="muted small">From the environment. Secrets are not shown.</p>
		</Card>
	);
}
