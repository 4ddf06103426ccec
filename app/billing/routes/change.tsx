import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { UPGRADE_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { readBilling } from "#app/billing/billing.server.ts";
import type { Billing } from "#app/billing/billing.ts";
import { changePlan } from "#app/billing/checkout.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { formatPrice, type PaidPlanId, PLANS, rankOf } from "#app/billing/plan.ts";
import { upgradeSchema } from "#app/billing/upgrade.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/change";

export const handle: PageHandle = { signIn: UPGRADE_SIGN_IN };

export async function loader({ context, url }: Route.LoaderArgs) {
	const choice = upgradeSchema.safeParse(Object.fromEntries(url.searchParams));
	const billing = await readBilling(context.get(userContext));
	const isPossible =
		choice.success &&
		billing.paid !== null &&
		(choice.data.plan !== billing.paid || billing.endsAt !== null);
	if (!isPossible) throw redirect(paths.billing.upgrade);
	return { billing, plan: choice.data.plan };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: upgradeSchema });
	if (submission.status !== "success") return invalid(submission);
	const { plan } = submission.value;
	const access = context.get(userContext);
	const before = await readBilling(access);
	let outcome: Awaited<ReturnType<typeof changePlan>>;
	try {
		outcome = await changePlan(access, plan);
	} catch (error) {
		return refused(submission, error);
	}
	if (outcome === null) throw redirect(paths.billing.upgrade, 303);
	const text = `You are on the ${(await planOf(access)).name} plan.`;
	throw await redirectWithFlash(paths.dashboard, {
		title: outcome === "kept" ? "Your subscription continues." : welcomeTo(plan, before),
		text: losesForms(plan, before)
			? `${text} Your support forms accept no new messages now.`
			: text,
	});
}

function welcomeTo(plan: PaidPlanId, { paid }: Billing): string {
	const isLess = paid !== null && paid !== "other" && rankOf(plan) < rankOf(paid);
	return isLess ? "Your plan is changed." : "Welcome to your new plan!";
}

/** Whether a change ends the forms. A plan that was given keeps them, whatever is paid for beside it. */
function losesForms(plan: PaidPlanId, { paid, isGranted }: Billing): boolean {
	const hasForms = paid !== null && paid !== "other" && PLANS[paid].hasForms;
	return hasForms && !isGranted && !PLANS[plan].hasForms;
}

export default function ChangePlan({ loaderData, actionData }: Route.ComponentProps) {
	const { billing, plan: id } = loaderData;
	const [form] = useForm({ id: "change-plan", lastResult: actionData?.result });
	const plan = PLANS[id];
	const present = billing.paid === "other" ? null : billing.paid;
	const isSame = id === present;
	const title = isSame ? `Keep ${plan.name}` : `Change to ${plan.name}`;
	return (
		<Page
			title={title}
			back={{ to: paths.billing.upgrade, label: "Back to the plans" }}
			isNarrow
			hasError={actionData !== undefined}
		>
			<ErrorSummary form={form} title={actionData?.title} />
			<div className="stack">
				<p>
					{billing.isGranted
						? `You are on the ${billing.planName} plan, which was given to you.`
						: `You are on the ${billing.planName} plan.`}{" "}
					{plan.name} costs <strong>{formatPrice(plan.pricePerMonth)} per month</strong>.
				</p>
				{!isSame && <p>{whatHappensToMoney(id, present)}</p>}
				{losesForms(id, billing) && (
					<p>
						Your support forms will stop accepting new messages. What people sent you stays
						readable, and you can still answer it.
					</p>
				)}
				{billing.endsAt && (
					<p>
						Your subscription was to end on {formatLongDate(billing.endsAt)}. It will renew instead.
					</p>
				)}
			</div>
			<Form method="post" className="cluster">
				<input type="hidden" name="plan" value={id} />
				<Button variant="primary">{title}</Button>
				<ButtonLink to={paths.billing.upgrade}>Cancel</ButtonLink>
			</Form>
		</Page>
	);
}

/** An unknown price is taken to cost at least as much as Basic. */
function whatHappensToMoney(plan: PaidPlanId, present: PaidPlanId | null): string {
	return rankOf(plan) > rankOf(present ?? "other")
		? "What is left of the month that you paid for is credited, and Stripe charges your card the difference now."
		: "What is left of the month that you paid for is credited to your next payments.";
}
