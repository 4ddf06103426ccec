import { countUsers } from "#app/accounts/user.server.ts";
import { grantRole } from "#app/admin/administration.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { PASSWORD, signUpConfirmed } from "./account.ts";
import { DEVELOPER, fillDeveloper } from "./developer.ts";
import { FREE, fillFree } from "./free-account.ts";
import { at, returnToPresent } from "./time.ts";

const ADMIN = "admin@demo.example";

export type DemoAccount = { email: string; password: string; what: string };

/**
 * Fills a local database with a developer on Pro, a free account and an administrator. Returns how
 * to sign in. `again` also fills a database that has accounts; nothing is made twice. Throws an
 * Error that says what is wrong.
 */
export async function fillDemo({ again }: { again: boolean }): Promise<DemoAccount[]> {
	if (env.mode !== "local") {
		throw new Error("The demo is for local mode: APP_URL is set, so this is a hosted database.");
	}
	if (!again && (await countUsers()) > 0) {
		throw new Error(
			"This database has accounts already. To add the demo to it: npm run demo -- --again",
		);
	}
	try {
		await fillDeveloper();
		await fillFree();
		await at(30 * DAY_MS, () => signUpConfirmed(ADMIN));
		await grantRole(ADMIN, "super_admin");
	} finally {
		returnToPresent();
	}
	return [
		{ email: DEVELOPER, password: PASSWORD, what: "a developer on Pro, with three apps" },
		{ email: FREE, password: PASSWORD, what: "an account on Free, with one app" },
		{ email: ADMIN, password: PASSWORD, what: "a super admin of the site" },
	];
}
