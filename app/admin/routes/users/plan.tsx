import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { setPlan } from "#app/admin/administration.server.ts";
import { adminContext, requireRole, userNotFound } from "#app/admin/middleware.ts";
import { planGrantSchema } from "#app/admin/schema.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { PAID_PLANS, PLANS } from "#app/billing/plan.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Choices } from "#app/ui/field/choices.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
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
	throw await redirectWithFlash(
		paths.admin.user(params),
		plan === "free"
			? "The given plan is removed. A paid subscription stays as it is."
			: `The ${PLANS[plan].name} plan is given.`,
	);
}

export default function GivePlan({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, email, grantedPlan, planName } = loaderData;
	const [form, fields] = useForm<{ plan: string }>({ id: "plan", lastResult: actionData?.result });
	return (
		<Confirmation
			title={`Give ${email} a plan`}
			heading="Give a plan"
			label="Save plan"
			cancelTo={paths.admin.user({ userId })}
			form={form}
			fields={
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
			}
		>
			<p>
				{email} is on the {planName} plan. A given plan costs nothing. Beside a paid subscription,
				the better of the two counts.
			</p>
		</Confirmation>
	);
}
