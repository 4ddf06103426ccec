import { Outlet, useMatches } from "react-router";
import { optionalUser, requireUser, userContext } from "#app/accounts/middleware.ts";
import { AppNav, type ShownApp } from "#app/apps/components/app-nav.tsx";
import { planOf } from "#app/billing/plan.server.ts";
import { countWaiting } from "#app/conversations/waiting.sql.ts";
import { showFlash, takeFlash } from "#app/http/flash-middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { OwnerShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/owner-layout";

export const handle: PageHandle = { scripts: true };

export const middleware: Route.MiddlewareFunction[] = [optionalUser, requireUser, showFlash];

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const plan = await planOf(access);
	return {
		planName: plan.id === "free" ? null : plan.name,
		waiting: countWaiting(access),
		isAdmin: access.adminRole !== null,
		flash: takeFlash(context),
	};
}

export default function OwnerLayout({ loaderData }: Route.ComponentProps) {
	const app = useShownApp();
	return (
		<OwnerShell {...loaderData} nav={app && <AppNav app={app} />}>
			<Outlet />
		</OwnerShell>
	);
}

/** The app that the page is about, from the loader of the layout of its pages. */
function useShownApp(): ShownApp | undefined {
	return useMatches()
		.map(({ loaderData }) => (loaderData as { shownApp?: ShownApp } | undefined)?.shownApp)
		.find(Boolean);
}
