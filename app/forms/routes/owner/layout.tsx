import { Outlet, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { requirePro } from "#app/billing/middleware.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/layout";

/** Without an account name, a form has no public address. */
const requireAccountName: Route.MiddlewareFunction = ({ context }) => {
	if (context.get(userContext).accountName === null) throw redirect(paths.dashboard);
};

export const middleware: Route.MiddlewareFunction[] = [requirePro, requireAccountName];

/** React Router skips the middleware of data requests for routes without a loader. */
export function loader() {
	return null;
}

export default function FormsLayout() {
	return <Outlet />;
}
