import { Outlet } from "react-router";
import { MarketingShell } from "~/components/page-shell";
import { optionalUser, optionalUserContext } from "~/middleware/user";
import { publicUrl } from "~/models/address.server";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [optionalUser];

export function loader({ context, url }: Route.LoaderArgs) {
	return {
		signedIn: context.get(optionalUserContext) !== null,
		// The router takes /Help/ for /help; searches of one page are the page.
		url: publicUrl(url.pathname.toLowerCase().replace(/(.)\/+$/, "$1")),
	};
}

export default function MarketingLayout({ loaderData }: Route.ComponentProps) {
	return (
		<MarketingShell signedIn={loaderData.signedIn}>
			<link rel="canonical" href={loaderData.url} />
			<Outlet />
		</MarketingShell>
	);
}
