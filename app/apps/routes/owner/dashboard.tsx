import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form } from "react-router";
import type { UserAccess } from "#app/accounts/access.server.ts";
import { isGuideDismissed } from "#app/accounts/account.sql.ts";
import { suggestAccountName } from "#app/accounts/account-name/account-name-rules.ts";
import { AccountNameForm } from "#app/accounts/components/account-name-form.tsx";
import { userContext } from "#app/accounts/middleware.ts";
import { DASHBOARD_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { createApp } from "#app/apps/app.server.ts";
import { describeFull, planLine } from "#app/apps/app-limit.ts";
import { APPS_A_PAGE, countApps, listApps } from "#app/apps/app-list.sql.ts";
import { AppCards } from "#app/apps/components/app-cards.tsx";
import { AppLimitCard } from "#app/apps/components/app-limit-card.tsx";
import { CreateAppForm } from "#app/apps/components/create-app-form.tsx";
import { DeletedAppsLink } from "#app/apps/components/deleted-apps-link.tsx";
import { Guide } from "#app/apps/components/guide.tsx";
import { createAppSchema, describeNameFault } from "#app/apps/schema.ts";
import { readBilling, readPaymentReturn } from "#app/billing/billing.server.ts";
import { PlanNotices } from "#app/billing/components/plan-notices.tsx";
import { PAYMENT_MESSAGES } from "#app/billing/payment-messages.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { readPage, readSearch, requirePage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/dashboard";

/** How often the page reloads while it waits for a payment, and the pause before each reload. */
const PAYMENT_TRIES = 3;
const PAYMENT_PAUSE_S = 2;

export const handle: PageHandle = { signIn: DASHBOARD_SIGN_IN };

/** Sends the loader's Refresh header, so that the page reloads without JavaScript too. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const refresh = await awaitPayment(access, url);
	const [query, number] = [readSearch(url), readPage(url)];
	const apps = await listApps(access, { query, page: number });
	requirePage(url, apps);
	const counts = countApps(access, query);
	const guideParam = url.searchParams.get("guide");
	const page = {
		apps,
		appCount: counts.all,
		query,
		number,
		pages: Math.ceil(counts.found / APPS_A_PAGE),
		plan: await planOf(access),
		billing: await readBilling(access),
		isPaymentAwaited: refresh !== null,
		accountName: access.accountName,
		suggestion: suggestAccountName(access.email),
		appUrl: env.appUrl,
		guideStep: guideParam !== null || !isGuideDismissed(access) ? Number(guideParam ?? 1) : null,
		generators: env.generators,
		opensNewApp: url.searchParams.has("new-app"),
		requestId: crypto.randomUUID(),
		hasDeletedApps: counts.deleted > 0,
	};
	return data(page, { headers: refresh === null ? {} : { Refresh: refresh } });
}

/**
 * Handles the return from a payment (product.md, rule 24): throws a redirect to the plain dashboard
 * with its outcome, or returns the Refresh header to send while the payment is awaited. Returns
 * null for any other request.
 */
async function awaitPayment(access: UserAccess, url: URL): Promise<string | null> {
	const query = url.searchParams;
	if (query.get("cancelled") === "true") {
		throw await redirectWithFlash(paths.dashboard, { tone: "info", text: "Payment cancelled" });
	}
	if (query.get("success") !== "true") return null;
	const sessionId = query.get("session_id") ?? "";
	const outcome = await readPaymentReturn(access, sessionId);
	const tries = Number(query.get("try") ?? 0);
	if (outcome !== "waiting" || !(tries < PAYMENT_TRIES)) {
		throw await redirectWithFlash(paths.dashboard, PAYMENT_MESSAGES[outcome]);
	}
	const next = new URLSearchParams({
		success: "true",
		session_id: sessionId,
		try: String(tries + 1),
	});
	return `${PAYMENT_PAUSE_S}; url=${paths.dashboard}?${next}`;
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: createAppSchema });
	if (submission.status !== "success") return invalid(submission, describeNameFault(submission));
	let app: { name: string };
	try {
		app = await createApp(context.get(userContext), submission.value);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to create app: nothing could be saved. Please try again.",
			unexpectedTitle: "Database Error",
		});
	}
	throw await redirectWithFlash(paths.dashboard, {
		title: "App created!",
		text: `Add the first document of ${app.name}.`,
	});
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
	const { apps, appCount, plan, accountName, guideStep } = loaderData;
	const standing = { planId: plan.id, isSubscribed: loaderData.billing.isSubscribed };
	const isFirst = appCount === 0;
	const full = describeFull(plan, appCount);
	const showsNewApp = loaderData.opensNewApp || actionData !== undefined;
	return (
		<>
			<PageTitle title="Dashboard" hasError={actionData !== undefined} />
			<div className="page-header">
				<div>
					<h1>Your apps</h1>
					<p className="muted">{planLine(plan, appCount)}</p>
				</div>
				<div className="cluster">
					<ButtonLink to={`${paths.dashboard}?guide=1#guide`}>Show Guide</ButtonLink>
					<Form method="post" action={paths.dashboardRefresh}>
						<Button>Refresh</Button>
					</Form>
					{accountName !== null && (
						<ButtonLink
							to={`${paths.dashboard}?new-app#new-app`}
							variant={showsNewApp || isFirst ? "secondary" : "primary"}
						>
							New App
						</ButtonLink>
					)}
				</div>
			</div>

			<PlanNotices
				standing={standing}
				billing={loaderData.billing}
				isPaymentAwaited={loaderData.isPaymentAwaited}
				apps={appCount}
			/>
			{accountName === null ? (
				<Card title="Welcome to Smallprint!" id="new-app">
					<p className="muted">Step 1 of 2: choose an account name</p>
					<p>Please set up your account name to create apps and forms with shareable links.</p>
					<AccountNameForm
						current={null}
						suggestion={loaderData.suggestion}
						appUrl={loaderData.appUrl}
						isOnDashboard
					/>
				</Card>
			) : full && showsNewApp && !actionData ? (
				<AppLimitCard fault={full} standing={standing} />
			) : (
				(isFirst || showsNewApp) && (
					<Card title={isFirst ? "Welcome to Smallprint!" : "New App"} id="new-app">
						{isFirst && <p className="muted">Step 2 of 2: create your first app</p>}
						<CreateAppForm
							requestId={loaderData.requestId}
							actionData={actionData}
							cancelTo={isFirst ? undefined : paths.dashboard}
						/>
					</Card>
				)
			)}

			{guideStep !== null && (
				<Guide
					step={guideStep}
					appId={apps[0]?.id ?? null}
					generatorUrl={loaderData.generators.privacy}
				/>
			)}

			{accountName !== null && appCount > 0 && (
				<AppCards
					apps={apps}
					query={loaderData.query}
					number={loaderData.number}
					pages={loaderData.pages}
					accountName={accountName}
					hasForms={plan.hasForms}
					standing={standing}
				/>
			)}
			{loaderData.hasDeletedApps && <DeletedAppsLink />}
		</>
	);
}
