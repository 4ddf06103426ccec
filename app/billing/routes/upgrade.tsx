import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { UPGRADE_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { readStanding } from "#app/billing/billing.server.ts";
import { openCheckout } from "#app/billing/checkout.server.ts";
import { PlanChooser } from "#app/billing/components/plan-chooser.tsx";
import { upgradeSchema } from "#app/billing/upgrade.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { wayTo } from "#app/http/own-address.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/upgrade";

export const handle: PageHandle = { signIn: UPGRADE_SIGN_IN };

export async function loader({ context, url }: Route.LoaderArgs) {
	const choice = upgradeSchema.safeParse(Object.fromEntries(url.searchParams));
	return {
		standing: await readStanding(context.get(userContext)),
		chosen: choice.success ? choice.data.plan : undefined,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: upgradeSchema });
	if (submission.status !== "success") return invalid(submission);
	const { plan } = submission.value;
	let url: string | null;
	try {
		url = await openCheckout(context.get(userContext), plan);
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(url ? wayTo(url) : `${paths.billing.change}?plan=${plan}`, 303);
}

export default function Upgrade({ loaderData, actionData }: Route.ComponentProps) {
	const [form] = useForm({ id: "upgrade", lastResult: actionData?.result });
	return (
		<Page title="Choose Your Plan" hasError={actionData !== undefined}>
			<ErrorSummary form={form} title={actionData?.title} />
			<PlanChooser standing={loaderData.standing} chosen={loaderData.chosen} />
		</Page>
	);
}
