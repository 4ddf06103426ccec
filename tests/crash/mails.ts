import { once } from "node:events";
import { createClient } from "../kit/http/client.ts";
import { damageOf } from "../kit/ledger.ts";
import { columnOf } from "../kit/process/database.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { none, type Row } from "../kit/report.ts";
import { pause } from "../kit/until.ts";
import { createConversation, createDesk, type Talk } from "../kit/world/conversation.ts";
import { answerAddress } from "../kit/world/incoming-mail.ts";
import { postAsPostmark, postmarkMail } from "../kit/world/postmark-mail.ts";

const CONVERSATIONS = 5;
/** A mail is stored and answered within some of these. */
const LONGEST_LIFE_MS = 150;
const RETRY_MS = 20;

/** Opens conversations in which visitors answer by mail. */
export async function createTalks(): Promise<Talk[]> {
	const { app, form } = await createDesk();
	const talks: Talk[] = [];
	while (talks.length < CONVERSATIONS) talks.push(await createConversation(app, form));
	return talks;
}

/** Kills the server at random moments while it takes mails, each of which is posted until it is taken. */
export async function mails(
	{ file, env, url }: Site,
	talks: Talk[],
	{ times, random }: { times: number; random: () => number },
): Promise<Row[]> {
	const faults: string[] = [];
	const posted: string[] = [];
	let repeated = 0;
	let server = await startServer(file, env);
	for (let crash = 0; crash < times; crash += 1) {
		await createClient(url).get("/healthz");
		const taken = talks.map((talk) => {
			const text = `Mail ${crash} of ${talk.id}`;
			posted.push(text);
			return postUntilTaken(url, talk, text);
		});
		await pause(random() * LONGEST_LIFE_MS);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		faults.push(...server.errors, ...damageOf(file));
		server = await startServer(file, env);
		await Promise.all(taken);
		repeated += server.log.filter((line) => line.includes('"outcome":"repeated"')).length;
	}
	const code = await server.stop();
	faults.push(...server.errors, ...(code === 0 ? [] : [`It ended with ${code}`]));
	for (const line of faults.slice(0, 20)) process.stdout.write(`${line}\n`);

	const stored = columnOf(file, "SELECT message FROM Message WHERE via = 'mail'");
	const known = new Set(stored);
	const lost = posted.filter((text) => !known.has(text)).length;
	const all = posted.length.toLocaleString("en");
	return [
		{
			what: `\`kill -9\` ${times} times, at random moments, while ${CONVERSATIONS} mails come in: mails lost`,
			asked: "none",
			seen: `${lost} of ${all}`,
			isMet: lost === 0,
		},
		none(
			"messages made twice, though what got no answer was posted again",
			stored.length - known.size,
			`${stored.length - known.size}; ${repeated} were stored before the crash and not answered`,
		),
		none("faults of the database or the process", faults.length),
	];
}

/** Posts a mail as Postmark does: again and again, until it gets a 200. */
async function postUntilTaken(url: string, talk: Talk, text: string): Promise<void> {
	const mail = postmarkMail({ from: talk.email, to: answerAddress("visitor", talk), text });
	const body = JSON.stringify(mail);
	for (;;) {
		const answer = await postAsPostmark(createClient(url), body).catch(() => null);
		if (answer?.status === 200) return;
		await pause(RETRY_MS);
	}
}
