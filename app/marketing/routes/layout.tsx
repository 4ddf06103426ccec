import { Outlet } from "react-router";
import { optionalUser, optionalUserContext } from "#app/accounts/middleware.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { canonicalPath } from "#app/addresses/resolution.ts";
import { showFlash, takeFlash } from "#app/http/flash-middleware.ts";
import { MarketingShell } from "#app/ui/frame/marketing-shell.tsx";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [optionalUser, showFlash];

export function loader({ context, url }: Route.LoaderArgs) {
	return {
		signedIn: context.get(optionalUserContext) !== null,
		flash: takeFlash(context),
		redirectTo: url.searchParams.get("redirectTo"),
		// The router matches /Help/ too, and a search of the help page has the page's own address.
		url: publicUrl(canonicalPath(url)),
	};
}

export default function MarketingLayout({ loaderData }: Route.ComponentProps) {
	const { signedIn, flash, redirectTo, url } = loaderData;
	return (
		<MarketingShell signedIn={signedIn} flash={flash} redirectTo={redirectTo}>
			<link rel="canonical" href={url} />
			<Outlet />
		</MarketingShell>
	);
}
