import { once } from "node:events";
import type { MovableClock } from "../kit/clock.ts";
import { createClient } from "../kit/http/client.ts";
import { damageOf } from "../kit/ledger.ts";
import { columnOf } from "../kit/process/database.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { none, type Row } from "../kit/report.ts";
import { pause, until } from "../kit/until.ts";
import { createApp } from "../kit/world/app.ts";
import { createDocument } from "../kit/world/document.ts";
import { createSubscribers } from "../kit/world/subscriber.ts";
import { createUser } from "../kit/world/user.ts";
import { cookieOf } from "../kit/world/world.ts";

/** More than one transaction of the job writes. */
const SUBSCRIBERS = 205;
/** What an app may tell in 30 days. */
const CHANGES_AN_APP = 4;
/** A change is made in each second life, so that the mails of one are sent in several. */
const LIVES_A_CHANGE = 2;
/** How many of these mails leave at once. */
const MAILS_AT_ONCE = 2;
/** Longer than the lease of the jobs that were under way at a crash. */
const LEASE_OVER_MS = 2 * 60_000;
const LONGEST_LIFE_MS = 400;
const DRAIN_MS = 300_000;

/** Mails that were not sent, and notices that are not done. */
const WAITING = `SELECT (SELECT count(*) FROM Notice WHERE doneAt IS NULL) +
	(SELECT count(*) FROM OutboxMail WHERE kind = 'notice' AND sentAt IS NULL)`;
const SENT = "SELECT id FROM OutboxMail WHERE kind = 'notice' AND sentAt IS NOT NULL";

export type Told = Awaited<ReturnType<typeof createTold>>;

/** Creates enough public documents, and people to tell of their changes, for so many crashes. */
export async function createTold(times: number) {
	const changes: { cookie: string; path: string; title: string }[] = [];
	while (changes.length < times / LIVES_A_CHANGE) {
		const user = await createUser({ plan: "basic" });
		const app = await createApp(user);
		await createSubscribers(app, SUBSCRIBERS);
		const cookie = await cookieOf(user);
		for (let n = 0; n < CHANGES_AN_APP; n += 1) {
			const { id, title } = await createDocument(app, { title: `Terms ${n}` });
			changes.push({ cookie, title, path: `/app/${app.appId}/documents/${id}/edit` });
		}
	}
	return changes;
}

/** Kills the server at random moments while the mails of changed texts are written and sent. */
export async function notices(
	{ file, env, url, postmark }: Site,
	changes: Told,
	{ times, random, clock }: { times: number; random: () => number; clock: MovableClock },
): Promise<Row[]> {
	const faults: string[] = [];
	const acceptedBefore = postmark.accepted.length;
	let made = 0;
	let server = await startServer(file, env);
	for (let crash = 0; crash < times; crash += 1) {
		const change = crash % LIVES_A_CHANGE === 0 ? changes[made] : undefined;
		if (change) {
			const text = { title: change.title, content: "New.", revision: "1" };
			const answer = await createClient(url, change).post(change.path, text);
			if (answer.status !== 303) faults.push(`A save was answered with ${answer.status}`);
			made += 1;
		}
		await createClient(url).get("/healthz");
		await pause(random() * LONGEST_LIFE_MS);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		faults.push(...server.errors, ...damageOf(file));
		clock.set((crash + 1) * LEASE_OVER_MS);
		server = await startServer(file, env);
	}
	await until("all have left", () => columnOf(file, WAITING)[0] === 0, DRAIN_MS).catch(() => {});
	const code = await server.stop();
	clock.set(0);
	faults.push(...server.errors, ...(code === 0 ? [] : [`It ended with ${code}`]));
	for (const line of faults.slice(0, 20)) process.stdout.write(`${line}\n`);

	const ids = new Set(columnOf(file, SENT));
	const accepted = postmark.accepted.slice(acceptedBefore);
	const arrived = accepted.filter(({ Metadata }) => ids.has(Metadata.outbox_id));
	const people = new Set(arrived.map(({ To, Subject }) => `${To} ${Subject}`));
	const all = made * SUBSCRIBERS;
	const again = arrived.length - new Set(arrived.map(({ Metadata }) => Metadata.outbox_id)).size;
	return [
		{
			what: `\`kill -9\` ${times} times, at random moments, while ${made} changes are told to ${SUBSCRIBERS} people each: mails lost`,
			asked: "none",
			seen: `${all - people.size} of ${all.toLocaleString("en")}`,
			isMet: people.size === all,
		},
		none("people who were written to twice about a change", ids.size - all),
		{
			what: "mails sent again, because the crash came between sending and noting it",
			asked: `at most ${MAILS_AT_ONCE} a crash, with the same id`,
			seen: String(again),
			isMet: again <= times * MAILS_AT_ONCE,
		},
		none("faults of the database or the process, and saves that were not taken", faults.length),
	];
}
