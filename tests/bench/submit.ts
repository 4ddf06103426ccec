/** A visitor's two posts: the first draws a captcha, the second solves it and stores. */
import type { Answer } from "../kit/http/client.ts";
import { createClient } from "../kit/http/client.ts";
import { columnOf } from "../kit/process/database.ts";
import { questionIn, sumOf } from "../kit/question.ts";
import type { Row } from "../kit/report.ts";
import { startPostmark } from "../kit/stand-ins/postmark.ts";
import { atLeast, known } from "./figures.ts";
import { askEach, type Sample } from "./load.ts";
import type { Place, Size } from "./run.ts";
import { startApp } from "./servers.ts";

/** With more, a slow machine would refuse some. */
const CONNECTIONS = 8;
const VISITORS_A_ROUND = 400;
/** Few share one, because of the limit for an address. */
const VISITORS_AT_AN_ADDRESS = 20;

/** Measures both posts, and counts that each submission with a 303 has its row. */
export async function submit({ file, site }: Place, { rounds }: Size): Promise<Row[]> {
	const { controls, form, typed } = site;
	// Outside of the server, as Postmark is.
	const postmark = await startPostmark();
	const app = await startApp(file, { POSTMARK_API_URL: postmark.url });
	const client = createClient(app.url);
	const visitors = VISITORS_A_ROUND * rounds;
	const questions: Record<string, string>[] = [];
	const asked = await post({}, async (answer) => {
		const { text } = await answer;
		questions.push({ [controls.question]: questionIn(text), [controls.answer]: sumOf(text) });
		return answer;
	});
	const before = count();
	let told = 0;
	const stored = await post(questions, async (answer) => {
		const { status } = await answer;
		if (status === 303) told += 1;
		return answer;
	});
	const mails = postmark.accepted.length;
	await app.stop();
	await postmark.stop();
	if (told !== visitors) throw new Error(`${told} of ${visitors} submissions were accepted`);
	if (count() - before !== told)
		throw new Error(`${told} were accepted, ${count() - before} stored`);
	return [
		known("form posts that ask for the sum", inWords(asked)),
		atLeast(
			"form posts with the sum, each stored before its answer",
			300,
			"a second",
			stored.rate,
			`${inWords(stored)}, ${mails} mails sent meanwhile`,
		),
	];

	/** Each visitor posts the form once. `values` are added, one for each visitor if it is a list. */
	function post(
		values: Record<string, string> | Record<string, string>[],
		read: (answer: Promise<Answer>) => Promise<Answer>,
	): Promise<Sample> {
		return askEach(app, CONNECTIONS, (n) => {
			if (n >= visitors) return null;
			const more = Array.isArray(values) ? values[n] : values;
			const email = `visitor-${process.pid}-${n}@example.net`;
			const address = Math.floor(n / VISITORS_AT_AN_ADDRESS).toString(16);
			return read(
				client.post(
					form,
					{ ...typed, [controls.email]: email, ...more },
					{ "X-Forwarded-For": `2001:db8:${(process.pid % 65_536).toString(16)}:${address}::1` },
				),
			);
		});
	}

	function count(): number {
		return columnOf(file, "SELECT count(*) FROM Submission")[0] as number;
	}
}

function inWords({ cpuMs, p50, rate }: Sample): string {
	return `${rate.toFixed(0)} a second, ${cpuMs.toFixed(1)} ms of CPU, ${p50.toFixed(0)} ms at the median`;
}
