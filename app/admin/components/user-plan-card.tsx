import { Link } from "react-router";
import type { UserRecord } from "#app/admin/user-administration.server.ts";
import { PLANS, type PlanId } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { formatDateTime, formatLongDate } from "#app/platform/time.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Facts } from "#app/ui/list/facts.tsx";

type UserPlanCardProps = { user: UserRecord; mayChange: boolean };

/** Stripe's statuses for a missing payment, and for a subscription that is paid. */
const UNPAID = ["past_due", "unpaid", "incomplete"];
const GOES_ON = ["active", "trialing"];

/** The account's present, granted and paid plan. */
export function UserPlanCard({ user, mayChange }: UserPlanCardProps) {
	const { paid } = user;
	return (
		<Card
			title="Plan"
			actions={mayChange && <Link to={paths.admin.plan({ userId: user.id })}>Give a plan</Link>}
		>
			<Facts
				facts={[
					["Plan", user.planName],
					["Given", user.grantedPlan ? PLANS[user.grantedPlan as PlanId].name : "none"],
					[
						"Paid",
						paid ? (
							<>
								{paid.planName} <PaymentBadge status={paid.status} />
							</>
						) : (
							"nothing"
						),
					],
					paid && [whatComesNext(paid), formatLongDate(paid.cancelAt ?? paid.currentPeriodEnd)],
					!!paid?.othersCharged && [
						"Charged, too",
						<Badge key="others" tone="danger">
							{plural(paid.othersCharged, "other subscription")}
						</Badge>,
					],
					paid && ["Read from Stripe", paid.readAt ? formatDateTime(paid.readAt) : "never"],
					user.customer && [
						"Customer",
						<a key="customer" href={user.customer.url} target="_blank" rel="noreferrer">
							{user.customer.id}
						</a>,
						"mono",
					],
				]}
			/>
		</Card>
	);
}

function PaymentBadge({ status }: { status: string }) {
	if (UNPAID.includes(status)) return <Badge tone="danger">Payment failed</Badge>;
	return <Badge>{status.replaceAll("_", " ")}</Badge>;
}

function whatComesNext({ status, cancelAt }: NonNullable<UserRecord["paid"]>): string {
	if (cancelAt) return "Ends";
	return GOES_ON.includes(status) ? "Renews" : "Period ends";
}
