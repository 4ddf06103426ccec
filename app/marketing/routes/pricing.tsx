import { optionalUserContext } from "#app/accounts/middleware.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { readStanding } from "#app/billing/billing.server.ts";
import { PlanAction, PlanCard } from "#app/billing/components/plan-chooser.tsx";
import { PAID_PLANS, type PaidPlanId, PLAN_IDS, PLANS, type Standing } from "#app/billing/plan.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { pageMeta } from "#app/http/page-meta.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonAnchor } from "#app/ui/button/button.tsx";
import { Questions } from "#app/ui/list/questions.tsx";
import type { Route } from "./+types/pricing";

export function meta({ loaderData }: Route.MetaArgs) {
	return pageMeta({
		title: "Pricing · Smallprint",
		description: "Free for two apps. Basic for unlimited apps. Pro adds support forms.",
		url: loaderData.url,
	});
}

const QUESTIONS = [
	{
		question: "What happens to my pages when I cancel?",
		answer:
			"They stay online at their addresses, and you can go on editing them. Data is never deleted on downgrade. On the Free plan you can't create a third app, and without Pro your forms say that they accept no new messages.",
	},
	{
		question: "How do I cancel?",
		answer:
			"Under Manage Subscription in your settings, at any time. Your plan continues until the end of the month that you paid for.",
	},
	{
		question: "How are changes between Basic and Pro charged?",
		answer:
			"They are prorated to the day. From Basic to Pro, you pay the difference for the rest of the month at once; from Pro to Basic, it is credited to your next payments.",
	},
	{
		question: "What counts as an app?",
		answer:
			"Whatever you group documents under, such as one game for iOS and Android. Apps in the trash don't count.",
	},
	{
		question: "Is there a limit on documents or visitors?",
		answer:
			"No. Every plan has unlimited documents, and however many people read them, the price is the same.",
	},
	{
		question: "How do I pay?",
		answer: "By card, at Stripe. Your card's number never reaches our servers.",
	},
] as const;

export const handle: PageHandle = { kept: "site" };

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(optionalUserContext);
	return {
		standing: access && (await readStanding(access)),
		redirectTo: url.searchParams.get("redirectTo"),
		url: publicUrl(paths.pricing),
	};
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
	const { standing, redirectTo } = loaderData;
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
				{PLAN_IDS.map((id) => (
					<PlanCard key={id} plan={id} isCurrent={standing?.planId === id}>
						{id === "free" ? (
							<FreeAction standing={standing} redirectTo={redirectTo} />
						) : standing ? (
							<PlanAction plan={id} standing={standing} />
						) : (
							<SignUpFor plan={id} />
						)}
					</PlanCard>
				))}
			</div>
			<Questions title="Questions" entries={QUESTIONS} />
			<p>
				See what your users would see: <a href={paths.demo.privacy}>a sample privacy policy</a>.
				{!standing && (
					<>
						{" "}
						Have an account already?{" "}
						<a href={withRedirect(paths.auth.signIn, redirectTo)}>Sign in</a>.
					</>
				)}
			</p>
		</>
	);
}

type FreeActionProps = { standing: Standing | null; redirectTo: string | null };

function FreeAction({ standing, redirectTo }: FreeActionProps) {
	if (!standing) {
		const signUp = withRedirect(paths.auth.signUp, redirectTo);
		return <ButtonAnchor href={signUp}>Get Started Free</ButtonAnchor>;
	}
	if (standing.planId === "free") {
		return (
			<Button type="button" disabled>
				Current plan
			</Button>
		);
	}
	return standing.paid !== null && <a href={paths.billing.card}>Cancel in your settings</a>;
}

/** Leads to an account, and from there to this plan. */
function SignUpFor({ plan }: { plan: PaidPlanId }) {
	return (
		<ButtonAnchor
			variant={plan === PAID_PLANS.at(-1) ? "primary" : "secondary"}
			href={withRedirect(paths.auth.signUp, `${paths.billing.upgrade}?plan=${plan}`)}
		>
			Get {PLANS[plan].name}
		</ButtonAnchor>
	);
}
