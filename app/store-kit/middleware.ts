import { redirect } from "react-router";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { paths } from "#app/paths.ts";
import type { NamedAccess } from "./kit.server.ts";

/** Returns the access of an owner who has an account name; others are sent to choose one. */
export function requireAccountName(access: AppAccess): NamedAccess {
	const { accountName } = access;
	if (accountName === null) throw redirect(paths.account.name);
	return { ...access, accountName };
}
