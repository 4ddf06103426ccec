/** Sends what it is told to as fast as it is answered, by autocannon, and prints how that went. */
import process from "node:process";
import autocannon, { type Request, type Result } from "autocannon";
import { CONTROL, controlName } from "../../app/schemas/visitor-form.ts";
import { FORM } from "../setup/http-client.ts";
import { questionIn, sumOf } from "../setup/question.ts";
import type { Site } from "./site.ts";

export type Job = {
	url: string;
	seconds: number;
	connections: number;
	/** Requests a second; as many as are answered, where it is not given. */
	rate?: number;
	headers?: Record<string, string>;
	/** Fills this form in, and answers its sum: two posts each. */
	form?: Site["form"];
};

export type Load = {
	requests: number;
	seconds: number;
	rate: number;
	p50: number;
	p99: number;
	statuses: Record<string, number>;
	errors: number;
};

const VISITORS_AT_AN_ADDRESS = 20;

function run({ url, seconds, connections, rate, headers, form }: Job): Promise<Result> {
	return autocannon({
		url: form ? new URL(form.path, url).href : url,
		duration: seconds,
		connections,
		headers,
		...(rate && { overallRate: rate }),
		...(form && { requests: twoSteps(url, form) }),
	});
}

let count = 0;

/** What a visitor sends: the first page, then the same with the sum. Each is somebody else. */
function twoSteps(url: string, form: Site["form"]): Request[] {
	const post = (request: Request, client: string, values: URLSearchParams): Request => ({
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
	});
	return [
		{
			setupRequest: (request, context) => {
				count += 1;
				context.client = clientOf(count);
				context.values = fillIn(form, count);
				return post(request, context.client, new URLSearchParams(context.values));
			},
			onResponse: (status, body, context) => {
				context.question = status === 200 ? questionIn(body) : "";
				context.sum = status === 200 ? sumOf(body) : "";
			},
		},
		{
			setupRequest: (request, { client = "", values, question = "", sum = "" }) =>
				post(
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
	const typed = { email, text: "Ada", textarea: "Where is my data?" };
	const values = form.fields.map(({ id, type, options }) => [
		controlName(id),
		type === "select" ? (options[0] ?? "") : typed[type],
	]);
	return {
		[CONTROL.revision]: String(form.revision),
		[CONTROL.honeypot]: "",
		...Object.fromEntries(values),
	};
}

/** An address that few others write from, as the limit wants it; another for each process. */
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

if (import.meta.main) {
	const job = JSON.parse(process.argv[2] ?? "") as Job;
	process.stdout.write(JSON.stringify(summarize(await run(job))));
}
