import { Outlet } from "react-router";
import { AdminNav } from "~/components/admin-nav";
import { OwnerShell } from "~/components/page-shell";
import type { PageHandle } from "~/lib/page-handle";
import { adminContext, requireAdmin } from "~/middleware/admin";
import { flashContext, showFlash } from "~/middleware/flash";
import { optionalUser } from "~/middleware/user";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { scripts: true };

export const middleware: Route.MiddlewareFunction[] = [optionalUser, requireAdmin, showFlash];

export function loader({ context }: Route.LoaderArgs) {
	return { role: context.get(adminContext).adminRole, flash: context.get(flashContext) };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
	return (
		<OwnerShell planName={null} isAdmin flash={loaderData.flash}>
			<AdminNav role={loaderData.role} />
			<Outlet />
		</OwnerShell>
	);
}
