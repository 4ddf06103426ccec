/**
 * `npm run admin -- grant you@example.com super_admin` gives an account a role;
 * `npm run admin -- plan you@example.com pro` gives it a plan, whatever is paid for.
 */
import type { AppBuild } from "../server/build.ts";
import { build, generate, root, run } from "./run.ts";

const USAGE = `Usage:
  npm run admin -- grant EMAIL super_admin|admin|support
  npm run admin -- plan EMAIL free|basic|pro
`;

const [command, email, value] = process.argv.slice(2);
if (!email || !value || (command !== "grant" && command !== "plan")) {
	process.stderr.write(USAGE);
	process.exit(1);
}
process.chdir(root);
if (!generate() || !build() || !run("node", ["prisma/migrate.ts"])) process.exit(1);

const file = new URL("../build/server/index.js", import.meta.url).href;
const { grantPlan, grantRole, closeDatabase } = ((await import(file)) as AppBuild).entry.module;
try {
	const done = command === "grant" ? await grantRole(email, value) : await grantPlan(email, value);
	process.stdout.write(`${done}\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
} finally {
	await closeDatabase();
}
