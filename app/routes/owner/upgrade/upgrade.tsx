import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { BackLink } from "~/components/back-link";
import { ErrorSummary } from "~/components/error-summary";
import { PageTitle } from "~/components/page-title";
import { PlanChooser } from "~/components/plan-chooser";
import { invalid, readForm, refused } from "~/lib/form.server";
import { wayTo } from "~/lib/own-address.server";
import { userContext } from "~/middleware/user";
import { readStanding } from "~/models/billing.server";
import { openCheckout } from "~/models/checkout.server";
import { upgradeSchema } from "~/schemas/upgrade";
import type { Route } from "./+types/upgrade";

export async function loader({ context }: Route.LoaderArgs) {
	return { standing: await readStanding(context.get(userContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: upgradeSchema });
	if (submission.status !== "success") return invalid(submission);
	const { plan } = submission.value;
	try {
		const url = await openCheckout(context.get(userContext), plan);
		return redirect(url ? wayTo(url) : `/upgrade/change?plan=${plan}`, 303);
	} catch (error) {
		return refused(submission, error);
	}
}

export default function Upgrade({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm({ id: "upgrade", lastResult: actionData?.result });
	return (
		<div className="stack-l">
			<PageTitle title="Choose Your Plan" hasError={actionData !== undefined} />
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<h1>Choose Your Plan</h1>
			<ErrorSummary form={form} fields={fields} title={actionData?.title ?? undefined} />
			<PlanChooser standing={loaderData.standing} />
		</div>
	);
}
