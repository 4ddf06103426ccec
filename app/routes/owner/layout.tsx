import { Outlet } from "react-router";
import { OwnerShell } from "~/components/page-shell";
import type { PageHandle } from "~/lib/page-handle";
import { flashContext, showFlash } from "~/middleware/flash";
import { optionalUser, requireUser, userContext } from "~/middleware/user";
import { planOf } from "~/models/plan.server";
import type { Route } from "./+types/layout";

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
