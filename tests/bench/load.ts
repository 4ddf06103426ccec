/** Sends a load, as fast as possible or at a rate, and prints the result. */
import fs from "node:fs";
import process from "node:process";
import autocannon, { type Request, type Result } from "autocannon";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { createClient, FORM } from "../kit/http/client.ts";
import { questionIn, sumOf } from "../kit/question.ts";
import { sendPaced } from "./paced.ts";
import type { Site } from "./site.ts";

export type Job = {
	url: string;
	seconds: number;
	connections: number;
	/** Requests a second, evenly spread; without it, as many as the server handles. */
	rate?: number;
	headers?: Record<string, string>;
	/** Fills in this form and solves its captcha: two posts each. */
	form?: Site["form"];
	/** Sends only the second post, for the visitors whose captchas are in this file. */
	drawn?: string;
	/** Draws this many captchas into the file, and measures nothing. */
	draw?: number;
};

/** A visitor with a captcha to solve. */
type Visitor = { client: string; values: Record<string, string> };

export type Load = {
	requests: number;
	seconds: number;
	rate: number;
	p50: number;
	p99: number;
	statuses: Record<string, number>;
	errors: number;
};

/** Autocannon prepares requests that it never sends. */
const SPARE_VISITORS = 100;

const VISITORS_AT_AN_ADDRESS = 20;

/** Runs autocannon. The seconds end with the last response, since autocannon rounds them up. */
async function run(job: Job): Promise<Result> {
	const { url, seconds, connections, headers, form, drawn } = job;
	const visitors: Visitor[] = drawn ? JSON.parse(fs.readFileSync(drawn, "utf8")) : [];
	const started = performance.now();
	let last = started;
	const running = autocannon({
		url: form ? new URL(form.path, url).href : url,
		connections,
		headers,
		...(drawn ? { amount: visitors.length - SPARE_VISITORS } : { duration: seconds }),
		...(form && { requests: drawn ? secondSteps(url, visitors) : twoSteps(url, form) }),
	});
	running.on("response", () => {
		last = performance.now();
	});
	const result = await running;
	return { ...result, duration: (last - started) / 1_000 };
}

/** Draws captchas with each visitor's first post, a few at a time. */
async function draw({ url, form, draw = 0, connections }: Job): Promise<Visitor[]> {
	if (!form) throw new Error("Questions are drawn by a form");
	const visitors: Visitor[] = [];
	const asker = createClient(url);
	async function drawOn(): Promise<void> {
		while (count < draw + SPARE_VISITORS) {
			count += 1;
			const client = clientOf(count);
			const values = fillIn(form as Site["form"], count);
			const { text } = await asker.post(form?.path ?? "", values, { "X-Forwarded-For": client });
			const asked = { [CONTROL.question]: questionIn(text), [CONTROL.answer]: sumOf(text) };
			visitors.push({ client, values: { ...values, ...asked } });
		}
	}
	await Promise.all(Array.from({ length: connections }, drawOn));
	return visitors;
}

/** The posts with the solved captcha, which are the ones that store. */
function secondSteps(url: string, visitors: Visitor[]): Request[] {
	return [
		{
			setupRequest: (request) => {
				const { client, values } = visitors.pop() ?? { client: "", values: {} };
				return toPost(url, request, client, new URLSearchParams(values));
			},
		},
	];
}

function toPost(url: string, request: Request, client: string, values: URLSearchParams): Request {
	return {
		...request,
		method: "POST",
		headers: {
			...request.headers,
			Origin: new URL(url).origin,
			"Sec-Fetch-Site": "same-origin",
			"Content-Type": FORM,
			"X-Forwarded-For": client,
		},
		body: values.toString(),
	};
}

let count = 0;

/**
 * A visitor's two posts: the first page, then the same with the sum. Each pair is a new visitor.
 */
function twoSteps(url: string, form: Site["form"]): Request[] {
	return [
		{
			setupRequest: (request, context) => {
				count += 1;
				context.client = clientOf(count);
				context.values = fillIn(form, count);
				return toPost(url, request, context.client, new URLSearchParams(context.values));
			},
			onResponse: (status, body, context) => {
				context.question = status === 200 ? questionIn(body) : "";
				context.sum = status === 200 ? sumOf(body) : "";
			},
		},
		{
			setupRequest: (request, { client = "", values, question = "", sum = "" }) =>
				toPost(
					url,
					request,
					client,
					new URLSearchParams({
						...values,
						[CONTROL.question]: question,
						[CONTROL.answer]: sum,
					}),
				),
		},
	];
}

function fillIn(form: Site["form"], n: number): Record<string, string> {
	const email = `visitor-${process.pid}-${Date.now()}-${n}@example.net`;
	const typed: Record<string, string> = { email, textarea: "Where is my data?" };
	const values = form.fields.map(({ id, type, options }) => [
		controlName(id),
		options[0] ?? typed[type] ?? "Ada",
	]);
	return {
		[CONTROL.revision]: String(form.revision),
		[CONTROL.honeypot]: "",
		...Object.fromEntries(values),
	};
}

/** Returns a client address. Few visitors share one, because of the rate limit. */
function clientOf(n: number): string {
	const number = Math.floor(n / VISITORS_AT_AN_ADDRESS);
	return `2001:db8:${(process.pid % 65_536).toString(16)}:${number.toString(16)}::1`;
}

function summarize({ requests, duration, latency, statusCodeStats, errors }: Result): Load {
	return {
		requests: requests.total,
		seconds: duration,
		rate: requests.total / duration,
		p50: latency.p50,
		p99: latency.p99,
		statuses: Object.fromEntries(
			Object.entries(statusCodeStats).map(([status, { count: times }]) => [status, times]),
		),
		errors,
	};
}

async function runPaced(job: Job & { rate: number }): Promise<Load> {
	const waits = await sendPaced(job);
	const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN;
	const statuses = { 200: waits.length };
	const { length: requests } = waits;
	return { ...job, requests, p50: at(0.5), p99: at(0.99), statuses, errors: 0 };
}

async function measure({ rate, ...job }: Job): Promise<Load> {
	return rate ? runPaced({ ...job, rate }) : summarize(await run(job));
}

if (import.meta.main) {
	const job = JSON.parse(process.argv[2] ?? "") as Job;
	if (job.draw) fs.writeFileSync(job.drawn ?? "", JSON.stringify(await draw(job)));
	else process.stdout.write(JSON.stringify(await measure(job)));
}
