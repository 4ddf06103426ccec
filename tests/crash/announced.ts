import { once } from "node:events";
import { announceDraft } from "#app/documents/drafts/announcement.server.ts";
import type { MovableClock } from "../kit/clock.ts";
import { createClient } from "../kit/http/client.ts";
import { damageOf } from "../kit/ledger.ts";
import { reading } from "../kit/process/database.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import type { Row } from "../kit/report.ts";
import { pause, until } from "../kit/until.ts";
import { createApp } from "../kit/world/app.ts";
import { createDocument } from "../kit/world/document.ts";
import { createUser } from "../kit/world/user.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Announced so many days ahead, and looked at a day later. */
const AHEAD = 20;
/** Below what an account may save in an hour. */
const TEXTS_AN_ACCOUNT = 25;
const TEXTS_A_CRASH = 5;
/** Longer than the lease of the job that was under way at a crash. */
const LEASE_OVER_MS = 2 * 60_000;
const LONGEST_LIFE_MS = 400;
const DRAIN_MS = 300_000;

export type Announced = Awaited<ReturnType<typeof announceTexts>>;

/** Announces enough texts, all for one day, for so many crashes. */
export async function announceTexts(times: number) {
	const day = new Date(Date.now() + AHEAD * DAY_MS).toISOString().slice(0, 10);
	const count = Math.max(TEXTS_AN_ACCOUNT, times * TEXTS_A_CRASH);
	const ids: string[] = [];
	while (ids.length < count) {
		const app = await createApp(await createUser());
		for (let n = 0; n < TEXTS_AN_ACCOUNT; n += 1) {
			const { id, title } = await createDocument(app, { title: `Terms ${n}` });
			const text = { title, content: "New.", slug: "", effective_on: day, note: "" };
			const known = { revision: 1, draft: null, isShortKnown: false };
			await announceDraft(app, { documentId: id, ...known, text });
			ids.push(id);
		}
	}
	return ids;
}

/** Kills the server at random moments while announced texts publish themselves. */
export async function announced(
	{ file, env, url }: Site,
	ids: Announced,
	{ times, random, clock }: { times: number; random: () => number; clock: MovableClock },
): Promise<Row[]> {
	const errors: string[] = [];
	const damage: string[] = [];
	let shift = (AHEAD + 1) * DAY_MS;
	let crashes = 0;
	clock.set(shift);
	let server = await startServer(file, env);
	for (; crashes < times && waitingOf(file) > 0; crashes += 1) {
		await createClient(url).get("/healthz");
		await pause(random() * LONGEST_LIFE_MS);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		errors.push(...server.errors);
		damage.push(...damageOf(file));
		shift += LEASE_OVER_MS;
		clock.set(shift);
		server = await startServer(file, env);
	}
	await until("all are published", () => waitingOf(file) === 0, DRAIN_MS).catch(() => {});
	const code = await server.stop();
	clock.set(0);
	errors.push(...server.errors, ...(code === 0 ? [] : [`It ended with ${code}`]));
	for (const line of [...errors, ...damage].slice(0, 20)) process.stdout.write(`${line}\n`);
	const found = ids.map((id) => outcomeOf(file, id));
	const wrong = found.filter(
		({ versions, content, mails }) => versions !== 2 || content !== "New." || mails !== 1,
	);
	return [
		{
			what: `\`kill -9\` ${crashes} times, at random moments, while ${ids.length} announced texts publish themselves: texts not published, published twice, or told of otherwise than once`,
			asked: "none",
			seen: `${wrong.length} of ${ids.length}`,
			isMet: wrong.length === 0 && errors.length === 0 && damage.length === 0,
		},
	];
}

function waitingOf(file: string): number {
	return reading(file, (database) => {
		const row = database.prepare("SELECT count(*) AS waiting FROM DocumentDraft").get();
		return (row as { waiting: number }).waiting;
	});
}

function outcomeOf(file: string, id: string) {
	return reading(file, (database) => {
		const sql = `SELECT d.content, (SELECT count(*) FROM DocumentVersion v WHERE v.documentId = d.id) AS versions,
			(SELECT count(*) FROM OutboxMail m WHERE m.kind = 'announced-published'
				AND m.subject LIKE d.title || ' of %' AND m.recipient = u.email) AS mails
			FROM Document d JOIN App a ON a.id = d.appId JOIN User u ON u.id = a.userId WHERE d.id = ?`;
		return database.prepare(sql).get(id) as { content: string; versions: number; mails: number };
	});
}
