import { Outlet } from "react-router";
import { MarketingShell } from "~/components/page-shell";
import { optionalUser, optionalUserContext } from "~/middleware/user";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [optionalUser];

export function loader({ context }: Route.LoaderArgs) {
	return { signedIn: context.get(optionalUserContext) !== null };
}

export default function MarketingLayout({ loaderData }: Route.ComponentProps) {
	return (
		<MarketingShell signedIn={loaderData.signedIn}>
			<Outlet />
		</MarketingShell>
	);
}
