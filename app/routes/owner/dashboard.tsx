import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { AccountNameForm } from "~/components/account-name-form";
import { AppCard } from "~/components/app-card";
import { Button, ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { CreateAppForm } from "~/components/create-app-form";
import { Guide } from "~/components/guide";
import { PageTitle } from "~/components/page-title";
import { env } from "~/lib/env.server";
import { invalid, readForm, refused } from "~/lib/form.server";
import { redirectWithFlash } from "~/middleware/flash";
import { userContext } from "~/middleware/user";
import { createApp, listApps } from "~/models/app.server";
import { planOf } from "~/models/plan.server";
import { isGuideDismissed } from "~/models/user.server";
import { suggestAccountName } from "~/schemas/account-name-rules";
import { createAppSchema } from "~/schemas/app";
import type { Route } from "./+types/dashboard";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const apps = await listApps(access);
	const guideParam = url.searchParams.get("guide");
	const showsGuide = guideParam !== null || !(await isGuideDismissed(access));
	return {
		apps,
		plan: await planOf(access),
		accountName: access.accountName,
		suggestion: suggestAccountName(access.email),
		appUrl: env.appUrl,
		guideStep: showsGuide ? Number(guideParam ?? 1) : null,
		generators: env.generators,
		opensNewApp: url.searchParams.has("new-app"),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: createAppSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const app = await createApp(context.get(userContext), submission.value);
		throw await redirectWithFlash("/dashboard", {
			tone: "success",
			title: "App created!",
			text: `Add the first document of ${app.name}.`,
		});
	} catch (error) {
		return refused(submission, error);
	}
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
	const { apps, plan, accountName, guideStep } = loaderData;
	const isAtLimit = plan.appLimit !== null && apps.length >= plan.appLimit;
	const showsNewApp = loaderData.opensNewApp || actionData !== undefined;
	return (
		<>
			<PageTitle title="Dashboard" hasError={actionData !== undefined} />
			<div className="page-header">
				<div>
					<h1>Your apps</h1>
					<p className="muted">{planLine(plan, apps.length)}</p>
				</div>
				<div className="cluster">
					<ButtonLink to="/dashboard?guide=1">Show Guide</ButtonLink>
					<Form method="post" action="/dashboard/refresh">
						<Button>Refresh</Button>
					</Form>
					{accountName !== null && (
						<ButtonLink
							to="/dashboard?new-app#new-app"
							variant={showsNewApp || apps.length === 0 ? "secondary" : "primary"}
						>
							New App
						</ButtonLink>
					)}
				</div>
			</div>

			{isAtLimit && plan.id === "free" && <LimitBanner />}
			{guideStep !== null && (
				<Guide
					step={guideStep}
					appId={apps[0]?.id ?? null}
					generatorUrl={loaderData.generators.privacy}
				/>
			)}

			{accountName === null ? (
				<Card title="Welcome to Smallprint!">
					<p className="muted">Step 1 of 2: choose an account name</p>
					<AccountNameForm
						current={null}
						suggestion={loaderData.suggestion}
						appUrl={loaderData.appUrl}
					/>
				</Card>
			) : apps.length === 0 ? (
				<Card title="Welcome to Smallprint!" id="new-app">
					<p className="muted">Step 2 of 2: create your first app</p>
					<CreateAppForm requestId={loaderData.requestId} actionData={actionData} />
				</Card>
			) : (
				showsNewApp && (
					<Card title="New App" id="new-app">
						<CreateAppForm
							requestId={loaderData.requestId}
							actionData={actionData}
							cancelTo="/dashboard"
						/>
					</Card>
				)
			)}

			{accountName !== null && apps.length > 0 && (
				<div className="cards">
					{apps.map((app) => (
						<AppCard key={app.id} app={app} accountName={accountName} hasForms={plan.hasForms} />
					))}
				</div>
			)}
		</>
	);
}

function planLine(plan: { id: string; name: string; appLimit: number | null }, apps: number) {
	if (plan.appLimit === null) return `Unlimited apps · ${plan.name} plan`;
	return `${apps}/${plan.appLimit} apps on free plan`;
}

function LimitBanner() {
	return (
		<div className="banner">
			<div>
				<strong>Free Plan Limit Reached</strong> Two apps are what the Free plan holds. Everything
				you published stays online.
			</div>
			<ButtonLink to="/pricing" reloadDocument>
				View Plans
			</ButtonLink>
		</div>
	);
}
