import { type AdminAccess, accessToAdministrate } from "#app/accounts/access.server.ts";
import type { AdminRole } from "#app/accounts/admin-role.ts";
import { createUser } from "./user.ts";

export type TestAdmin = AdminAccess & { token: string };

/** Creates a signed-in administrator. */
export async function createAdmin(adminRole: AdminRole = "admin"): Promise<TestAdmin> {
	const user = await createUser({ adminRole });
	const access = accessToAdministrate(user);
	if (!access) throw new Error("The new administrator is none");
	return { ...access, token: user.token };
}
