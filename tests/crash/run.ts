/**
 * `npm run test:crash`: kills the server under the load of 50 writers, sends it five times the load
 * that it can handle, and opens thousands of connections. `-- --times N` kills N times instead of
 * 100; `-- --only crash|announced|notices|mails|overload|crowd` runs one of the six; `-- --short` is the round for CI,
 * which only kills; `-- --write` updates the tables in docs/reliability.md.
 */
import { once } from "node:events";
import { movableClock } from "../kit/clock.ts";
import { createClient } from "../kit/http/client.ts";
import { reading } from "../kit/process/database.ts";
import { startServer, type TestServer } from "../kit/process/server.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import { describeTimes, none, type Row } from "../kit/report.ts";
import { until } from "../kit/until.ts";

const AUTHORS = 50;
/** The number of mails that the outbox sends at once. */
const MAILS_AT_ONCE = 5;
/** Longer than any lease of a mail that was under way at a crash. */
const LEASE_OVER_MS = 5 * 60_000;
const START_MS = 20_000;
/** By which the site takes mails. */
const INBOUND_ENV = {
	INBOUND_DOMAIN: "in.smallprint.test",
	POSTMARK_INBOUND_SECRET: "11111111-2222-3333-4444-666666666666",
};
const DRAIN_MS = 300_000;

const rehearsal = new Rehearsal({ times: { whole: 100, short: 4 } }, [
	"crash",
	"announced",
	"notices",
	"mails",
	"overload",
	"crowd",
]);
const { times } = rehearsal.numbers;
const clock = movableClock(rehearsal.folder);
const site = await rehearsal.openSite({ ...clock.env, ...INBOUND_ENV });
Object.assign(process.env, INBOUND_ENV);
const { file, url, env, postmark } = site;
// The app's own modules fill the database and draw the visitors' captchas.
const { closeDatabase } = await import("#app/platform/db/db.server.ts");
const { countDoubles, countMissing, crashWhileWriting, createAuthor, damageOf } = await import(
	"../kit/ledger.ts"
);
const { announced, announceTexts } = await import("./announced.ts");
const { crowd } = await import("./crowd.ts");
const { createTalks, mails } = await import("./mails.ts");
const { createTold, notices } = await import("./notices.ts");
const { overload } = await import("./overload.ts");

const authors: Awaited<ReturnType<typeof createAuthor>>[] = [];
while (authors.length < AUTHORS) authors.push(await createAuthor());
const texts = rehearsal.parts.includes("announced") ? await announceTexts(times) : [];
const told = rehearsal.parts.includes("notices") ? await createTold(times) : [];
const talks = rehearsal.parts.includes("mails") ? await createTalks() : [];
await closeDatabase();

const work = {
	crash,
	announced: () => announced(site, texts, { times, random: rehearsal.random, clock }),
	notices: () => notices(site, told, { times, random: rehearsal.random, clock }),
	mails: () => mails(site, talks, { times, random: rehearsal.random }),
	overload: () => overload(site, authors),
	crowd: () => crowd(site, authors),
};
for (const part of rehearsal.parts) {
	rehearsal.tell(`npm run test:crash: ${part}`, await work[part]());
}
await postmark.stop();
rehearsal.end();

/**
 * Kills the server at random moments during writes. After each start, every acknowledged write must
 * be in the database, and in the end, every mail must have left.
 */
async function crash(): Promise<Row[]> {
	const starts: number[] = [];
	const errors: string[] = [];
	const damage: string[] = [];
	let lost = 0;
	let checked = 0;

	const start = async (): Promise<TestServer> => {
		const started = performance.now();
		const next = await startServer(file, env);
		await createClient(url).get("/healthz");
		starts.push(performance.now() - started);
		return next;
	};
	let server = await start();
	const { acknowledged, faults, cut } = await crashWhileWriting({ url }, authors, {
		times,
		random: rehearsal.random,
		crash: async (n, ledger) => {
			const gone = once(server.process, "exit");
			server.process.kill("SIGKILL");
			await gone;
			errors.push(...server.errors);
			server = await start();
			const all = ledger.acknowledged.length;
			lost += countMissing(file, ledger.acknowledged.slice(checked, all));
			checked = all;
			damage.push(...damageOf(file));
			if ((n + 1) % 10 === 0) process.stdout.write(`${n + 1} of ${times} crashes\n`);
		},
	});
	clock.set(LEASE_OVER_MS);
	server.process.kill("SIGUSR2");
	await until("every mail has left", () => countMail().waiting === 0, DRAIN_MS).catch(() => {});
	const { waiting, failed, all } = countMail();
	const code = await server.stop();
	errors.push(...server.errors, ...faults, ...(code === 0 ? [] : [`It ended with ${code}`]));
	// Check all of them again: a later crash could have removed what an earlier one had left.
	lost = Math.max(lost, countMissing(file, acknowledged));
	damage.push(...damageOf(file));

	const accepted = postmark.accepted.map(({ Metadata }) => Metadata.outbox_id);
	const again = accepted.length - new Set(accepted).size;
	const unsent = all - new Set(accepted).size + waiting + failed;
	const twice = countDoubles(file);
	for (const line of [...errors, ...damage].slice(0, 20)) process.stdout.write(`${line}\n`);
	const writes = acknowledged.length.toLocaleString("en");
	const what = `\`kill -9\` ${times} times, at random moments, while ${AUTHORS} people write`;
	return [
		{
			what: `${what}: acknowledged writes lost`,
			asked: "none",
			seen: `${lost} of ${writes}`,
			isMet: lost === 0 && acknowledged.length >= times,
		},
		none(
			"writes made twice, though what got no answer was sent again",
			twice,
			`${twice}; ${cut.toLocaleString("en")} times there was no answer`,
		),
		{
			what: "`PRAGMA integrity_check` and `foreign_key_check` after each crash",
			asked: "ok",
			seen: damage.length === 0 ? "ok each time" : `${damage.length} faults`,
			isMet: damage.length === 0,
		},
		{
			what: "mails lost",
			asked: "none",
			seen: `${unsent} of ${all.toLocaleString("en")}`,
			isMet: unsent === 0 && all > 0,
		},
		{
			what: "mails sent again, because the crash came between sending and noting it",
			asked: `at most ${MAILS_AT_ONCE} a crash, with the same id`,
			seen: String(again),
			isMet: again <= times * MAILS_AT_ONCE,
		},
		none(
			"answers that were neither success nor 503 with `Retry-After`, and errors in the log",
			errors.length,
		),
		{
			what: "from the start of the process to its first answer, after a crash and under this load",
			asked: `within ${START_MS / 1000} s`,
			seen: describeTimes(starts),
			isMet: Math.max(...starts) <= START_MS,
		},
	];
}

function countMail(): { waiting: number; failed: number; all: number } {
	return reading(file, (database) => {
		const counts = database.prepare(
			`SELECT count(*) AS "all", count(failedAt) AS failed,
			count(*) - count(sentAt) - count(failedAt) AS waiting FROM OutboxMail`,
		);
		return counts.get() as { waiting: number; failed: number; all: number };
	});
}
