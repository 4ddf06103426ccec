import { Outlet } from "react-router";
import { optionalUser } from "#app/accounts/middleware.ts";
import { AdminNav } from "#app/admin/components/admin-nav.tsx";
import { adminContext, requireAdmin } from "#app/admin/middleware.ts";
import { countWaiting } from "#app/conversations/waiting.sql.ts";
import { showFlash, takeFlash } from "#app/http/flash-middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { OwnerShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { scripts: true };

export const middleware: Route.MiddlewareFunction[] = [optionalUser, requireAdmin, showFlash];

export function loader({ context }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	return {
		role: access.adminRole,
		waiting: countWaiting(access),
		flash: takeFlash(context),
	};
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
	return (
		<OwnerShell planName={null} isAdmin waiting={loaderData.waiting} flash={loaderData.flash}>
			<AdminNav role={loaderData.role} />
			<Outlet />
		</OwnerShell>
	);
}
