import { checkAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import type { Route } from "./+types/account-name-check";

/** Returns whether ?slug= is free as an account name, for the field that checks while typing. */
export function loader({ context, url }: Route.LoaderArgs) {
	return checkAccountName(context.get(userContext), url.searchParams.get("slug") ?? "");
}
