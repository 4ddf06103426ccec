/** How long a mail that somebody waits for is held up by 5,000 that many get. */
import fs from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { createClient } from "../kit/http/client.ts";
import { liftRateLimits } from "../kit/process/database.ts";
import { HOSTED_ENV } from "../kit/process/hosted.ts";
import { freePort, startServer } from "../kit/process/server.ts";
import { hostedAt } from "../kit/rehearsal.ts";
import type { Row } from "../kit/report.ts";
import { startPostmark } from "../kit/stand-ins/postmark.ts";
import { pause, until } from "../kit/until.ts";
import { atMost, median } from "./figures.ts";
import type { Place } from "./run.ts";

/** What Postmark takes for a mail. */
const POSTMARK_MS = 50;
const MAILS = 15;
const LIMIT_MS = 120_000;

/** Measures the mails for new passwords of seeded accounts, before and while the notices leave. */
export async function delayByNotices({ name, file, site }: Place): Promise<Row> {
	const postmark = await startPostmark();
	postmark.answer = async () => {
		await pause(POSTMARK_MS);
		return { status: 200 };
	};
	const port = await freePort();
	const url = `http://localhost:${port}`;
	// The secret that the database was made with.
	const secret = fs.readFileSync(path.join(path.dirname(file), "secret"), "utf8").trim();
	const env = { ...hostedAt(url, postmark), PORT: String(port), SESSION_SECRET: secret };
	liftRateLimits(file);
	const server = await startServer(file, env);
	const count = (stream: string) =>
		postmark.accepted.filter(({ MessageStream }) => MessageStream === stream).length;
	try {
		const calm = await mail(1);
		const cookie = site.history.cookie.replace("session=", "__Host-session=");
		const owner = createClient(url, { cookie });
		const { editor, title } = site.history.told;
		const saved = await owner.post(editor, { title, content: "New.", revision: "1" });
		if (saved.status !== 303) throw new Error(`A save was answered with ${saved.status}`);
		await until(
			"the notices leave",
			() => count(HOSTED_ENV.POSTMARK_BROADCAST_STREAM) > 50,
			LIMIT_MS,
		);
		const beside = await mail(1 + MAILS);
		const delay = Math.max(...beside) - median(calm);
		const more = `${median(beside).toFixed(0)} ms at the median, ${median(calm).toFixed(0)} without`;
		return atMost(`what 5,000 notices delay another mail, ${name}`, 1_000, "ms", delay, more);
	} finally {
		await server.stop();
		await postmark.stop();
		forgetNotices(file);
	}

	/** Asks for mails to seeded accounts, one after the other. Returns what each took to Postmark. */
	async function mail(from: number): Promise<number[]> {
		const times = [];
		for (let n = from; n < from + MAILS; n += 1) {
			const email = `owner-${n}@example.com`;
			const before = postmark.accepted.length;
			const started = performance.now();
			const { status } = await createClient(url).post("/auth/forgot", { email });
			if (status !== 303) throw new Error(`/auth/forgot was answered with ${status}`);
			const isThere = () => postmark.accepted.slice(before).some(({ To }) => To === email);
			await until(`the mail to ${email}`, isThere, LIMIT_MS);
			times.push(performance.now() - started);
		}
		return times;
	}
}

/** What is left would be sent while other parts measure. */
function forgetNotices(file: string): void {
	const database = new Database(file, { timeout: 10_000 });
	database.exec(
		"DELETE FROM OutboxMail WHERE kind = 'notice' AND sentAt IS NULL; DELETE FROM Job WHERE kind = 'notice'",
	);
	database.close();
}
