/**
 * `npm run fuzz`: sends 20,000 broken requests to every address of the build, and checks what holds
 * for every response. `-- --requests N` sends N, `-- --seed N` repeats an earlier run, `-- --short`
 * is the round for CI, `-- --write` updates the table in docs/reliability.md.
 */
import { BODY_LIMIT_BYTES } from "../../server/body-limit.ts";
import { createClient } from "../kit/http/client.ts";
import { builtRoutes } from "../kit/http/routes.ts";
import { reading } from "../kit/process/database.ts";
import { startServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import { none, percentile, type Row } from "../kit/report.ts";
import { INBOUND_ENV } from "./inbound-env.ts";
import { isLiar, LATE_MS, type Message, type Reply, send, toBytes } from "./message.ts";
import { mutate, pick } from "./mutate.ts";

const AT_ONCE = 8;
/** A new account continues after this many: a request may have closed the old one. */
const ACCOUNT_FOR = 1_000;
/** Three times what the server needs. A server that leaks would run out of it. */
const HEAP_MB = 160;
const SHOWN = 20;

/** Internals that a response must not show. No request types them, so that no page shows them later. */
const INNARDS =
	/\n\s+at .+:\d+:\d+|node_modules|SQLITE_|Prisma|better-sqlite3|build\/server|\.server\.ts|\[object /;

const rehearsal = new Rehearsal({
	requests: { whole: 20_000, short: 1_200 },
	mails: { whole: 5_000, short: 500 },
});
const { seed, random } = rehearsal;
const { requests, mails } = rehearsal.numbers;
const { file, url, env, postmark } = await rehearsal.openSite({
	NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
	...INBOUND_ENV,
});
Object.assign(process.env, INBOUND_ENV);
const { createVictim, fillPool } = await import("./pool.ts");
const { brokenMail, countHeld } = await import("./mails.ts");

const victim = await createVictim();
const routes = builtRoutes();
const faults: string[] = [];
const statuses = new Map<string, number>();
const times: number[] = [];

rehearsal.tell("npm run fuzz", await fuzz());
await postmark.stop();
rehearsal.end();

async function fuzz(): Promise<Row[]> {
	const before = rowsOfVictim();
	const server = await startServer(file, env);
	const reached = new Set<string>();
	const started = performance.now();
	for (let sent = 0; sent < requests; sent += ACCOUNT_FOR) {
		const pool = await fillPool(routes, victim, url);
		const count = Math.min(ACCOUNT_FOR, requests - sent);
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
	for (let sent = 0; sent < mails; sent += 1) {
		const message = brokenMail(victim.world, random);
		judge("a mail", { message, by: [] }, await send(url, message));
	}
	const rate = (requests / (performance.now() - started)) * 1000;
	const isAlive = server.process.exitCode === null && server.process.signalCode === null;
	const health = isAlive && (await createClient(url).get("/healthz")).status === 200;
	const changed = rowsOfVictim() === before ? 0 : 1;
	const code = isAlive ? await server.stop() : null;
	for (const line of faults.slice(0, SHOWN)) process.stdout.write(`${line}\n\n`);
	for (const line of server.errors.slice(0, SHOWN)) process.stdout.write(`${line}\n`);
	process.stdout.write(
		`${reached.size} kinds of requests, ${rate.toFixed(0)} a second; seed ${seed}\n`,
	);
	const byClass = [...statuses].toSorted().map(([one, count]) => `${count} ${one}`);
	return [
		none(
			`${(requests + mails).toLocaleString("en")} requests with something wrong in them, to ${routes.length} routes and with every form: answers that break a promise`,
			faults.length,
			`${faults.length}; ${byClass.join(", ")}`,
		),
		{
			what: `of these, ${mails.toLocaleString("en")} mails in another's name that nobody vouches for`,
			asked: "held or refused",
			seen: countHeld(file, victim.world) > 0 ? "held or refused" : "none came so far",
			isMet: countHeld(file, victim.world) > 0,
		},
		none("errors in the log", server.errors.length),
		none("rows of another account that were changed", changed, changed ? "some" : "none"),
		{
			what: `the process, in a heap of ${HEAP_MB} MB`,
			asked: "lives",
			seen: health && code === 0 ? "lives" : "ended",
			isMet: health && code === 0,
		},
		{
			what: "the time of an answer",
			asked: `no more than ${LATE_MS / 1000} s`,
			seen: `${percentile(times, 0.5).toFixed(0)} ms at the median, ${percentile(times, 0.99).toFixed(0)} ms for 99 of 100, ${percentile(times, 1).toFixed(0)} ms at worst`,
			isMet: percentile(times, 1) < LATE_MS,
		},
	];
}

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
		INNARDS.test(text) && `shows ${INNARDS.exec(text)?.[0]}`,
		victim.markers.find((marker) => text.includes(marker)) && "shows what is another's",
		isOurs && headers.get("x-content-type-options") !== "nosniff" && "without headers",
	];
	const wrong = wrongs.filter((one) => typeof one === "string");
	if (wrong.length === 0) return;
	const bytes = toBytes(message).toString("latin1").slice(0, 1_500);
	faults.push(`${wrong.join(", ")}: ${name}, ${by.join(", ")}\n${bytes}\n→ ${text.slice(-300)}`);
}

/** Everything that the database holds about the victim, as text. */
function rowsOfVictim(): string {
	const { user, app } = victim.world;
	return reading(file, (database) => {
		const all = (from: string, id: string) =>
			JSON.stringify(database.prepare(`SELECT * FROM ${from} = ?`).all(id));
		return [
			all("User WHERE id", user.userId),
			...["Session", "SavedReply", "App", "Form", "Submission"].map((table) =>
				all(`${table} WHERE userId`, user.userId),
			),
			all("Document WHERE appId", app.appId),
			all(
				"Message JOIN Submission ON Submission.id = submissionId WHERE Submission.userId",
				user.userId,
			),
		].join("\n");
	});
}
