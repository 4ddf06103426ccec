/**
 * `npm run test:crash`: kills the server under the load of 50 writers, sends it five times the load
 * that it can handle, and opens thousands of connections. `-- --times N` kills N times instead of
 * 100; `-- --only crash|overload|crowd` runs one of the three; `-- --short` is the round for CI,
 * which only kills; `-- --write` updates the tables in docs/reliability.md.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { applyMigrations } from "../../bin/migrate.ts";
import { build, generate } from "../../scripts/run.ts";
import { movableClock } from "../kit/clock.ts";
import { HOSTED_ENV } from "../kit/process/hosted.ts";
import { freePort } from "../kit/process/server.ts";
import { printRows, type Row, writeRows } from "../kit/report.ts";
import { startPostmark } from "../kit/stand-ins/postmark.ts";

const { values: flags } = parseArgs({
	options: {
		short: { type: "boolean", default: false },
		times: { type: "string" },
		seed: { type: "string" },
		only: { type: "string" },
		write: { type: "boolean", default: false },
	},
});
const TIMES = Number(flags.times ?? (flags.short ? 4 : 100));
const SEED = Number(flags.seed ?? Math.floor(Math.random() * 2 ** 32));
const AUTHORS = 50;

if (!generate() || !build()) process.exit(1);
process.stdout.write(`seed ${SEED}\n`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-crash-"));
const file = path.join(folder, "smallprint.db");
const port = await freePort();
const postmark = await startPostmark();
const clock = movableClock(folder);
const env = {
	...HOSTED_ENV,
	...clock.env,
	APP_URL: `http://localhost:${port}`,
	PORT: String(port),
	POSTMARK_API_URL: postmark.url,
	TRUST_PROXY: "true",
};
await applyMigrations(file);
// The app's own modules fill the database and draw the visitors' captchas.
Object.assign(process.env, HOSTED_ENV, { DATABASE_URL: `file:${file}` });
const { closeDatabase } = await import("#app/platform/db/db.server.ts");
const { createAuthor } = await import("./writer.ts");
const { crash } = await import("./crashes.ts");
const { crowd } = await import("./crowd.ts");
const { overload } = await import("./overload.ts");

const authors = [];
for (let n = 0; n < AUTHORS; n += 1) authors.push(await createAuthor());
await closeDatabase();

const site = { file, env, url: env.APP_URL, authors };
const parts: Record<string, () => Promise<Row[]>> = {
	crash: () => crash(site, { times: TIMES, seed: SEED, postmark, clock }),
	overload: () => overload(site),
	crowd: () => crowd(site),
};
const chosen = flags.short ? ["crash"] : Object.keys(parts);
const rows: Row[] = [];
for (const name of chosen) {
	if (flags.only && flags.only !== name) continue;
	const seen = (await parts[name]?.()) ?? [];
	printRows(seen);
	if (flags.write) writeRows(`npm run test:crash: ${name}`, seen);
	rows.push(...seen);
}
await postmark.stop();
const isGreen = rows.every(({ isMet }) => isMet);
if (isGreen) fs.rmSync(folder, { recursive: true });
else process.stdout.write(`The database is in ${folder}\n`);
process.exit(isGreen ? 0 : 1);
