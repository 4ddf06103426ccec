import { Outlet, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { requirePro } from "#app/billing/middleware.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/layout";

/** Without an account name there is no address to publish at. */
const requireAccountName: Route.MiddlewareFunction = ({ context }) => {
	if (context.get(userContext).accountName === null) throw redirect(paths.dashboard);
};

export const middleware: Route.MiddlewareFunction[] = [requirePro, requireAccountName];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function FormsLayout() {
	return <Outlet />;
}
