import { parseWithZod } from "@conform-to/zod/v4";
import { lazy } from "react";
import { data } from "react-router";
import type { UserAccess } from "#app/accounts/access.server.ts";
import { isGuideDismissed } from "#app/accounts/account.sql.ts";
import { suggestAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { DASHBOARD_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { createApp } from "#app/apps/app.server.ts";
import { describeFull, planLine } from "#app/apps/app-limit.ts";
import { APPS_A_PAGE, countApps, listApps } from "#app/apps/app-list.sql.ts";
import { readSort } from "#app/apps/app-sort.ts";
import { AppCards } from "#app/apps/components/app-cards.tsx";
import { AppLimitCard } from "#app/apps/components/app-limit-card.tsx";
import { DeletedAppsLink } from "#app/apps/components/deleted-apps-link.tsx";
import { AppStep, NameStep } from "#app/apps/components/first-run.tsx";
import { PlanLine } from "#app/apps/components/plan-line.tsx";
import { readProgress } from "#app/apps/progress.sql.ts";
import { createAppSchema, describeNameFault } from "#app/apps/schema.ts";
import { readBilling } from "#app/billing/billing.server.ts";
import { PlanNotices } from "#app/billing/components/plan-notices.tsx";
import { planOf } from "#app/billing/plan.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { readPage, readSearch, requirePage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/dashboard";
import { awaitPayment } from "./payment-return.server.ts";

// Most dashboards need none of these, and their scripts are loaded only where they are shown.
const AccountNameForm = lazy(async () => {
	const { AccountNameForm } = await import("#app/accounts/components/account-name-form.tsx");
	return { default: AccountNameForm };
});
const CreateAppForm = lazy(async () => {
	const { CreateAppForm } = await import("#app/apps/components/create-app-form.tsx");
	return { default: CreateAppForm };
});
const Guide = lazy(async () => {
	const { Guide } = await import("#app/apps/components/guide.tsx");
	return { default: Guide };
});

export const handle: PageHandle = { signIn: DASHBOARD_SIGN_IN };

/** Sends the loader's Refresh header, so that the page reloads without JavaScript too. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const refresh = await awaitPayment(access, url);
	const [query, number] = [readSearch(url), readPage(url)];
	const sort = readSort(url);
	const apps = await listApps(access, { query, sort, page: number });
	requirePage(url, apps);
	const counts = countApps(access, query);
	const page = {
		apps,
		appCount: counts.all,
		query,
		sort,
		number,
		pages: Math.ceil(counts.found / APPS_A_PAGE),
		plan: await planOf(access),
		billing: await readBilling(access),
		isPaymentAwaited: refresh !== null,
		accountName: access.accountName,
		suggestion: await suggestAccountName(access),
		appUrl: env.appUrl,
		guide: await readGuide(access, url, counts.all),
		generators: env.generators,
		opensNewApp: url.searchParams.has("new-app"),
		requestId: crypto.randomUUID(),
		hasDeletedApps: counts.deleted > 0,
	};
	return data(page, { headers: refresh === null ? {} : { Refresh: refresh } });
}

/**
 * Returns what the guide shows, or null for no guide: it was dismissed, or the account has no app
 * yet and has something else to do first. Show Guide opens it all the same.
 */
async function readGuide(access: UserAccess, url: URL, apps: number) {
	const step = url.searchParams.get("guide");
	if (step === null && (apps === 0 || isGuideDismissed(access))) return null;
	return { step: step ? Number(step) : null, progress: await readProgress(access) };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: createAppSchema });
	if (submission.status !== "success") return invalid(submission, describeNameFault(submission));
	const access = context.get(userContext);
	let app: { id: string; name: string };
	try {
		app = await createApp(access, submission.value);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to create app: nothing could be saved. Please try again.",
			unexpectedTitle: "Database Error",
		});
	}
	// The first app is created for its first document.
	const isFirst = countApps(access).all === 1;
	const next = isFirst ? paths.document.new({ appId: app.id }) : paths.dashboard;
	throw await redirectWithFlash(next, {
		title: "App created!",
		text: `Add the first document of ${app.name}.`,
	});
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
	const { appCount, plan, guide } = loaderData;
	const standing = { planId: plan.id, paid: loaderData.billing.paid };
	const full = describeFull(plan, appCount);
	const asksForNewApp = loaderData.opensNewApp || actionData !== undefined;
	const line = planLine(plan, appCount);
	const newApp = { requestId: loaderData.requestId, actionData };
	const notices = (
		<PlanNotices
			standing={standing}
			billing={loaderData.billing}
			isPaymentAwaited={loaderData.isPaymentAwaited}
			apps={appCount}
		/>
	);
	const guideCard = guide && <Guide {...guide} generatorUrl={loaderData.generators.privacy} />;
	if (loaderData.accountName === null || appCount === 0) {
		return (
			<>
				<PageTitle title="Dashboard" hasError={actionData !== undefined} />
				{notices}
				{loaderData.accountName === null ? (
					<NameStep planLine={line}>
						<AccountNameForm
							current={null}
							suggestion={loaderData.suggestion}
							appUrl={loaderData.appUrl}
							isOnDashboard
						/>
					</NameStep>
				) : (
					<AppStep planLine={line}>
						<CreateAppForm {...newApp} />
					</AppStep>
				)}
				{guideCard}
				{loaderData.hasDeletedApps && <DeletedAppsLink />}
			</>
		);
	}
	return (
		<>
			<PageTitle title="Dashboard" hasError={actionData !== undefined} />
			<div className="page-header">
				<div>
					<h1>Your apps</h1>
					<PlanLine text={line} />
				</div>
				<ButtonLink
					to={`${paths.dashboard}?new-app#new-app`}
					variant={asksForNewApp ? "secondary" : "primary"}
				>
					New App
				</ButtonLink>
			</div>
			{notices}
			{full && asksForNewApp && !actionData ? (
				<AppLimitCard fault={full} standing={standing} />
			) : (
				asksForNewApp && (
					<Card title="New App" id="new-app">
						<CreateAppForm {...newApp} cancelTo={paths.dashboard} />
					</Card>
				)
			)}
			{guideCard}
			<AppCards
				apps={loaderData.apps}
				count={appCount}
				query={loaderData.query}
				sort={loaderData.sort}
				number={loaderData.number}
				pages={loaderData.pages}
				accountName={loaderData.accountName}
				appUrl={loaderData.appUrl}
				hasForms={plan.hasForms}
				standing={standing}
			/>
			{loaderData.hasDeletedApps && <DeletedAppsLink />}
		</>
	);
}
