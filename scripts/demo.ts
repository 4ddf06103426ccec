/**
 * `npm run demo` fills a local database with a developer on Pro, a free account and an
 * administrator, and prints how to sign in. `-- --again` also fills one that has accounts.
 */
import { loadApp } from "./load-app.ts";

const { fillDemo, closeDatabase, env } = await loadApp();
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
