import { PAID_PLANS, type PaidPlanId, PLANS } from "#app/billing/plan.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";
import { type Fact, Facts } from "#app/ui/list/facts.tsx";

type ConfigurationCardProps = {
	configuration: {
		mode: string;
		appUrl: string;
		supportEmail: string;
		mailFrom: string;
		mail: string;
		mailIn: string;
		/** Null where mail to many has no stream of its own. */
		broadcastStream: string | null;
		payments: string;
		prices: Record<PaidPlanId, string>;
		trustProxy: boolean;
		generators: { privacy: string; terms: string; legal: string };
		secretChange: { until: Date | null } | null;
	};
};

/** The configuration from the environment, without its secrets. */
export function ConfigurationCard({ configuration }: ConfigurationCardProps) {
	const { generators, prices } = configuration;
	return (
		<Card title="Configuration">
			<Facts
				facts={[
					["Mode", configuration.mode],
					["Address", configuration.appUrl],
					["Support", configuration.supportEmail],
					["Mail from", configuration.mailFrom],
					["Mail by", configuration.mail],
					["Mail comes in", configuration.mailIn],
					...streamOf(configuration.broadcastStream),
					["Payments by", configuration.payments],
					...PAID_PLANS.map((plan): Fact => [`Price of ${PLANS[plan].name}`, prices[plan], "mono"]),
					["Trusts a proxy", configuration.trustProxy ? "yes" : "no"],
					["Generators", [generators.privacy, generators.terms, generators.legal].join(", ")],
					["Session secret", describeSecret(configuration.secretChange)],
				]}
			/>
			<p className="muted small">From the environment. Secrets are not shown.</p>
		</Card>
	);
}

function streamOf(stream: string | null): Fact[] {
	return stream ? [["Stream of mail to many", stream]] : [];
}

/** Says when the old one of two session secrets can go. */
function describeSecret(change: { until: Date | null } | null): string {
	if (!change) return "one";
	if (!change.until) return "two; what the old one sealed is being sealed anew, so keep both";
	const day = formatLongDate(change.until);
	return `two; the old one can go on ${day}, when the links in mails from before the change are 30 days old. If it has leaked, take it away now: all that is stored is sealed by the new one`;
}
