import { type AdminAccess, accessToAdministrate } from "~/models/access.server";
import type { AdminRole } from "~/schemas/admin-role";
import { createUser } from "./user.ts";

export type TestAdmin = AdminAccess & { token: string };

/** An administrator who is signed in. */
export async function createAdmin(adminRole: AdminRole = "admin"): Promise<TestAdmin> {
	const user = await createUser({ adminRole });
	const access = accessToAdministrate(user);
	if (!access) throw new Error("The new administrator is none");
	return { ...access, token: user.token };
}
