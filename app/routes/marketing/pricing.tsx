import { Badge } from "~/components/badge";
import { Card } from "~/components/card";
import { optionalUserContext } from "~/middleware/user";
import { planOf } from "~/models/plan.server";
import { formatPrice, PLANS, type PlanId } from "~/schemas/plan";
import type { Route } from "./+types/pricing";

export const meta: Route.MetaFunction = () => [
	{ title: "Pricing · Smallprint" },
	{
		name: "description",
		content: "Free for two apps. Basic for unlimited apps. Pro adds support forms.",
	},
];

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(optionalUserContext);
	return { currentPlan: access ? (await planOf(access)).id : null };
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<div className="page-header">
				<div>
					<h1>Pricing</h1>
					<p className="lead">
						Plans are month-to-month, changes are prorated, and data is never deleted on downgrade.
					</p>
				</div>
			</div>
			<div className="grid-3">
				{(Object.keys(PLANS) as PlanId[]).map((id) => (
					<PlanCard key={id} id={id} isCurrent={loaderData.currentPlan === id} />
				))}
			</div>
			{loaderData.currentPlan === null && (
				<p>
					<a className="button" data-variant="primary" href="/auth?mode=sign-up">
						Get Started Free
					</a>
				</p>
			)}
		</>
	);
}

function PlanCard({ id, isCurrent }: { id: PlanId; isCurrent: boolean }) {
	const plan = PLANS[id];
	return (
		<Card title={plan.name} actions={isCurrent && <Badge tone="success">Current plan</Badge>}>
			<p className="plan-price">
				{formatPrice(plan.pricePerMonth)} <small>per month</small>
			</p>
			<ul className="check-list">
				{plan.features.map((feature) => (
					<li key={feature}>{feature}</li>
				))}
			</ul>
		</Card>
	);
}
