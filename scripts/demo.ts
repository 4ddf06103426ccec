/**
 * `npm run demo` fills a local database with a developer on Pro, a free account and an
 * administrator, and prints how to sign in. `-- --again` also fills one that has accounts.
 */
import type { AppBuild } from "../server/build.ts";
import { build, generate, root, run } from "./run.ts";

process.chdir(root);
if (!generate() || !build() || !run("node", ["prisma/migrate.ts"])) process.exit(1);

const file = new URL("../build/server/index.js", import.meta.url).href;
const { fillDemo, closeDatabase, env } = ((await import(file)) as AppBuild).entry.module;
try {
	const accounts = await fillDemo({ again: process.argv.includes("--again") });
	process.stdout.write(`The demo is there. Run: npm start\n\nSign in at ${env.appUrl}/auth\n`);
	for (const { email, password, what } of accounts) {
		process.stdout.write(`  ${email.padEnd(24)} ${password}   ${what}\n`);
	}
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
} finally {
	await closeDatabase();
}
