import { userContext } from "~/middleware/user";
import { checkAccountName } from "~/models/account-name.server";
import type { Route } from "./+types/account-name-check";

/** Whether ?slug= is free as an account name, for the field that checks while one types. */
export function loader({ context, url }: Route.LoaderArgs) {
	return checkAccountName(context.get(userContext), url.searchParams.get("slug") ?? "");
}
