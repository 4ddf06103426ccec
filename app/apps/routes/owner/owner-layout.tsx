import { Outlet } from "react-router";
import { optionalUser, requireUser, userContext } from "#app/accounts/middleware.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { flashContext, showFlash } from "#app/http/flash-middleware.ts";
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
		isAdmin: access.adminRole !== null,
		flash: context.get(flashContext),
	};
}

export default function OwnerLayout({ loaderData }: Route.ComponentProps) {
	return (
		<OwnerShell {...loaderData}>
			<Outlet />
		</OwnerShell>
	);
}
