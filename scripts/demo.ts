/**
 * `npm run demo`: fills a local database with a developer on Pro, a free account and an
 * administrator, and prints how to sign in. `-- --again` also fills a database that has accounts.
 */

import { databaseFile } from "../bin/database-file.ts";
import { migrateOrRefuse } from "../bin/migrate.ts";
import { generate, root } from "./run.ts";

process.chdir(root);
if (!generate()) process.exit(1);
await migrateOrRefuse(databaseFile());
// Imported late, because this import opens the database with the generated client.
const { fillDemo } = await import("./demo/demo.ts");
const { closeDatabase } = await import("#app/platform/db/db.server.ts");
const { env } = await import("#app/platform/env/env.server.ts");
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
