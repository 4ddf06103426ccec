/**
 * `npm run admin -- grant you@example.com super_admin` gives an account a role;
 * `npm run admin -- plan you@example.com pro` gives an account a plan, whatever it pays;
 * `npm run admin -- restore APP_ID` brings an app back from the trash.
 * In the container, each is `bin/container.sh admin …`.
 */
import { ADMIN_ROLES } from "#app/accounts/admin-role.ts";
import { PLAN_IDS } from "#app/billing/plan.ts";
import { loadApp } from "./load-app.ts";

const USAGE = `Usage:
  npm run admin -- grant EMAIL ${ADMIN_ROLES.join("|")}
  npm run admin -- plan EMAIL ${PLAN_IDS.join("|")}
  npm run admin -- restore APP_ID
`;

const [command = "", subject, value] = process.argv.slice(2);
const isWhole = command === "restore" ? value === undefined : value !== undefined;
const VERBS = { grant: "grantRole", plan: "grantPlan", restore: "restore" } as const;
if (!Object.hasOwn(VERBS, command) || !subject || !isWhole) {
	process.stderr.write(USAGE);
	process.exit(1);
}

const { closeDatabase, ...app } = await loadApp();
const administer = app[VERBS[command as keyof typeof VERBS]];
try {
	process.stdout.write(`${await administer(subject, value ?? "")}\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
} finally {
	await closeDatabase();
}
