import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { setPlan } from "#app/admin/administration.server.ts";
import { adminContext, requireRole, userNotFound } from "#app/admin/middleware.ts";
import { planGrantSchema } from "#app/admin/schema.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { PAID_PLANS, PLANS } from "#app/billing/plan.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { Choices } from "#app/ui/field/choices.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { BackLink } from "#app/ui/frame/back-link.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/plan";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ACCOUNTS)];

export async function loader({ context, params }: Route.LoaderArgs) {
	const user = await readUser(context.get(adminContext), params.userId);
	if (!user) throw userNotFound();
	const { id, email, grantedPlan, planName } = user;
	return { userId: id, email, grantedPlan: grantedPlan ?? "free", planName };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: planGrantSchema });
	if (submission.status !== "success") return invalid(submission);
	const { plan } = submission.value;
	try {
		await setPlan(context.get(adminContext), params.userId, plan);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(`/admin/users/${params.userId}`, {
		tone: "success",
		text:
			plan === "free"
				? "The given plan is removed. A paid subscription stays as it is."
				: `The ${PLANS[plan].name} plan is given.`,
	});
}

export default function GivePlan({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, email, grantedPlan, planName } = loaderData;
	const [form, fields] = useForm<{ plan: string }>({ id: "plan", lastResult: actionData?.result });
	const back = `/admin/users/${userId}`;
	return (
		<div className="stack-l measure">
			<PageTitle title={`Give ${email} a plan`} hasError={actionData !== undefined} />
			<BackLink to={back}>Back</BackLink>
			<h1>Give a plan</h1>
			<p>
				{email} is on the {planName} plan. A given plan costs nothing. Beside a paid subscription,
				the better of the two counts.
			</p>
			<Form method="post" id={form.id} className="form" noValidate>
				<ErrorSummary form={form} fields={fields} />
				<Choices
					id={fields.plan.id}
					name="plan"
					legend="Plan"
					value={grantedPlan}
					choices={[
						{ value: "free", label: "None", hint: "Only a paid subscription counts." },
						...PAID_PLANS.map((plan) => ({
							value: plan,
							label: PLANS[plan].name,
							hint: PLANS[plan].features.join(", "),
						})),
					]}
				/>
				<div className="cluster">
					<Button variant="primary">Save plan</Button>
					<ButtonLink to={back}>Cancel</ButtonLink>
				</div>
			</Form>
		</div>
	);
}
