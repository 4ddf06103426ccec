import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Billing } from "#app/billing/billing.ts";
import { OTHER_PREMIUM, PLANS, type Standing } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { PlanChooserButton } from "./plan-chooser-button.tsx";

type PlanNoticesProps = {
	standing: Standing;
	billing: Billing;
	/** The owner has returned from Stripe, and the subscription's copy does not show the plan yet. */
	isPaymentAwaited: boolean;
	/** The number of active apps. */
	apps: number;
};

/** The dashboard's notices about the plan, where there are any. */
export function PlanNotices({ standing, billing, isPaymentAwaited, apps }: PlanNoticesProps) {
	const { planId } = standing;
	const plan = planId === null || planId === "other" ? OTHER_PREMIUM : PLANS[planId];
	const limit = plan.appLimit;
	return (
		<>
			{isPaymentAwaited && (
				<Notice title="Your payment is being confirmed.">
					This usually takes a few seconds. The page looks again by itself.
				</Notice>
			)}
			{billing.payment === "failing" && (
				<Notice title="Your last payment failed" tone="danger">
					Your plan continues while Stripe tries again. Please check your card under{" "}
					<Link to={paths.billing.card}>Manage Subscription</Link>.
				</Notice>
			)}
			{billing.payment === "missing" && (
				<Notice title="Your plan is paused" tone="danger">
					A payment for your subscription is missing. Please settle it under{" "}
					<Link to={paths.billing.card}>Manage Subscription</Link>.
				</Notice>
			)}
			{limit !== null && apps >= limit && (
				<Notice
					title={`${plan.name} Plan Limit Reached`}
					action={<PlanChooserButton standing={standing}>View Plans</PlanChooserButton>}
				>
					{apps > limit
						? `Plan downgrade detected: you have ${apps} apps but your current plan only allows ${limit}. All of them stay online, and you can edit them. To create another, please upgrade or delete some apps.`
						: `The ${plan.name} plan allows ${limit} apps. Everything you published stays online.`}
				</Notice>
			)}
		</>
	);
}

type NoticeProps = {
	title: string;
	tone?: "danger";
	action?: ReactNode;
	children: ReactNode;
};

function Notice({ title, tone, action, children }: NoticeProps) {
	return (
		<div className="banner" data-tone={tone}>
			<div>
				<strong>{title}</strong> {children}
			</div>
			{action}
		</div>
	);
}
