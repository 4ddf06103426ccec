/**
 * `npm run fuzz`: sends 20,000 broken requests to every address of the build, and checks what holds
 * for every response. `-- --requests N` sends N, `-- --seed N` repeats an earlier run, `-- --short`
 * is the round for CI, `-- --write` updates the table in docs/reliability.md.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { applyMigrations } from "../../bin/migrate.ts";
import { build, generate } from "../../scripts/run.ts";
import { BODY_LIMIT_BYTES } from "../../server/body-limit.ts";
import { createClient } from "../kit/http/client.ts";
import { builtRoutes } from "../kit/http/routes.ts";
import { HOSTED_ENV } from "../kit/process/hosted.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { seededRandom } from "../kit/random.ts";
import { percentile, printRows, type Row, writeRows } from "../kit/report.ts";
import { startPostmark } from "../kit/stand-ins/postmark.ts";
import { isLiar, type Message, type Reply, send, toBytes } from "./message.ts";
import { mutate, pick } from "./mutate.ts";

const { values: flags } = parseArgs({
	options: {
		short: { type: "boolean", default: false },
		requests: { type: "string" },
		seed: { type: "string" },
		write: { type: "boolean", default: false },
	},
});
const REQUESTS = Number(flags.requests ?? (flags.short ? 1_200 : 20_000));
const SEED = Number(flags.seed ?? Math.floor(Math.random() * 2 ** 32));
const AT_ONCE = 8;
/** A new account continues after this many: a request may have closed the old one. */
const ACCOUNT_FOR = 1_000;
/** Three times what the server needs. A server that leaks would run out of it. */
const HEAP_MB = 160;
const SHOWN = 20;

/** Internals that a response must not show. */
const INNARDS =
	/\n\s+at .+:\d+:\d+|node_modules|SQLITE_|Prisma|better-sqlite3|build\/server|\.server\.ts|\[object |__proto__/;

if (!generate() || !build()) process.exit(1);
process.stdout.write(`seed ${SEED}\n`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-fuzz-"));
const file = path.join(folder, "smallprint.db");
const port = await freePort();
const postmark = await startPostmark();
const url = `http://localhost:${port}`;
const env = {
	...HOSTED_ENV,
	APP_URL: url,
	PORT: String(port),
	POSTMARK_API_URL: postmark.url,
	TRUST_PROXY: "true",
	NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
};
await applyMigrations(file);
Object.assign(process.env, HOSTED_ENV, { DATABASE_URL: `file:${file}`, APP_URL: url });
const { createVictim, fillPool } = await import("./pool.ts");

const victim = await createVictim();
const before = rowsOfVictim();
const server = await startServer(file, env);
const random = seededRandom(SEED);
const routes = builtRoutes();
const faults: string[] = [];
const statuses = new Map<string, number>();
const times: number[] = [];
const reached = new Set<string>();
const started = performance.now();

for (let sent = 0; sent < REQUESTS; sent += ACCOUNT_FOR) {
	const pool = await fillPool(routes, victim, url);
	const count = Math.min(ACCOUNT_FOR, REQUESTS - sent);
	let next = 0;
	const work = async () => {
		while (next < count) {
			next += 1;
			const { name, message } = pick(pool, random);
			reached.add(name);
			const mutant = mutate(withClient(message), random);
			judge(name, mutant, await send(url, mutant.message));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const seconds = (performance.now() - started) / 1000;
const isAlive = server.process.exitCode === null && server.process.signalCode === null;
const health = isAlive && (await createClient(url).get("/healthz")).status === 200;
const isUntouched = rowsOfVictim() === before;
const code = isAlive ? await server.stop() : null;
await postmark.stop();
for (const line of faults.slice(0, SHOWN)) process.stdout.write(`${line}\n\n`);
for (const line of server.errors.slice(0, SHOWN)) process.stdout.write(`${line}\n`);
const byClass = [...statuses].toSorted().map(([one, count]) => `${count} ${one}`);
const rows: Row[] = [
	{
		what: `${REQUESTS.toLocaleString("en")} requests with something wrong in them, to ${routes.length} routes and with every form: answers that break a promise`,
		asked: "none",
		seen: `${faults.length}; ${byClass.join(", ")}`,
		isMet: faults.length === 0,
	},
	{
		what: "errors in the log",
		asked: "none",
		seen: String(server.errors.length),
		isMet: server.errors.length === 0,
	},
	{
		what: "rows of another account that were changed",
		asked: "none",
		seen: isUntouched ? "none" : "some",
		isMet: isUntouched,
	},
	{
		what: `the process, in a heap of ${HEAP_MB} MB`,
		asked: "lives",
		seen: health && code === 0 ? "lives" : "ended",
		isMet: health && code === 0,
	},
	{
		what: "the time of an answer",
		asked: "no more than 8 s",
		seen: `${percentile(times, 0.5).toFixed(0)} ms at the median, ${percentile(times, 0.99).toFixed(0)} ms for 99 of 100, ${percentile(times, 1).toFixed(0)} ms at worst`,
		isMet: percentile(times, 1) < 8_000,
	},
];
printRows(rows);
process.stdout.write(
	`${reached.size} kinds of requests, ${(REQUESTS / seconds).toFixed(0)} a second; seed ${SEED}\n`,
);
if (flags.write) writeRows("npm run fuzz", rows);
fs.rmSync(folder, { recursive: true });
process.exit(rows.every(({ isMet }) => isMet) ? 0 : 1);

/** Gives each message a client address of its own, because rate limits count by address. */
function withClient(message: Message): Message {
	const part = () => Math.floor(random() * 256);
	const headers: Message["headers"] = [["X-Forwarded-For", `198.51.${part()}.${part()}`]];
	return { ...message, headers: [...message.headers, ...headers] };
}

function judge(name: string, { message, by }: ReturnType<typeof mutate>, reply: Reply): void {
	const { status, text, headers, isLate, ms } = reply;
	const kind = status === null ? "without a word" : `${Math.floor(status / 100)}xx`;
	statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
	times.push(ms);
	const isOurs = headers.has("x-request-id");
	// A client that is still sending when the connection closes can miss the response.
	const canMiss = isLiar(message) || (message.body?.length ?? 0) > BODY_LIMIT_BYTES;
	const wrongs = [
		isLate && "no answer",
		status === null && !canMiss && !isLate && "closed without a word",
		status !== null && status >= 500 && status !== 503 && `status ${status}`,
		status === 503 && !headers.has("retry-after") && "503 without Retry-After",
		INNARDS.test(text) && !INNARDS.test(said(message)) && `shows ${INNARDS.exec(text)?.[0]}`,
		victim.markers.find((marker) => text.includes(marker)) && "shows what is another's",
		isOurs && headers.get("x-content-type-options") !== "nosniff" && "without headers",
	];
	const wrong = wrongs.filter((one) => typeof one === "string");
	if (wrong.length === 0) return;
	const bytes = toBytes(message).toString("latin1").slice(0, 1_500);
	faults.push(`${wrong.join(", ")}: ${name}, ${by.join(", ")}\n${bytes}\n→ ${text.slice(-300)}`);
}

/** The request's text, with form escapes decoded, because a page may show it again. */
function said(message: Message): string {
	const bytes = toBytes(message).toString("latin1");
	try {
		return bytes + decodeURIComponent(bytes.replaceAll("+", " "));
	} catch {
		return bytes + unescapeAll(bytes);
	}
}

function unescapeAll(text: string): string {
	return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

/** Everything that the database holds about the victim, as text. */
function rowsOfVictim(): string {
	const { user, app } = victim.world;
	const database = new Database(file, { readonly: true });
	try {
		const all = (sql: string, id: string) => JSON.stringify(database.prepare(sql).all(id));
		return [
			all("SELECT * FROM User WHERE id = ?", user.userId),
			all("SELECT * FROM Session WHERE userId = ?", user.userId),
			all("SELECT * FROM SavedReply WHERE userId = ?", user.userId),
			all("SELECT * FROM App WHERE userId = ?", user.userId),
			all("SELECT * FROM Form WHERE userId = ?", user.userId),
			all("SELECT * FROM Document WHERE appId = ?", app.appId),
			all("SELECT * FROM Submission WHERE userId = ?", user.userId),
			all(
				"SELECT * FROM Message WHERE submissionId IN (SELECT id FROM Submission WHERE userId = ?)",
				user.userId,
			),
		].join("\n");
	} finally {
		database.close();
	}
}
