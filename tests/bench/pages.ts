/** Pages of people who are signed in: the dashboard, conversations, the admin area. */
import { createClient } from "../kit/http/client.ts";
import { columnOf } from "../kit/process/database.ts";
import type { Row } from "../kit/report.ts";
import { atLeast, atMost, median } from "./figures.ts";
import { ask, sweep } from "./load.ts";
import type { Place, Size } from "./run.ts";
import { idOf, KIND } from "./seeded.ts";
import { type Server, startApp } from "./servers.ts";

/** With more connections the server would refuse some. */
const CONNECTIONS = 8;
const TIMES = 40;

/** Measures the dashboard in `large`, and in `whole` what lists rows of many. */
export async function pages(large: Place, whole: Place, size: Size): Promise<Row[]> {
	const rows = await using(large, (app) => dashboard(app, large, size));
	return [...rows, ...(await using(whole, (app) => lists(app, whole)))];
}

async function using(place: Place, measure: (app: Server) => Promise<Row[]>): Promise<Row[]> {
	const app = await startApp(place.file);
	try {
		return await measure(app);
	} finally {
		await app.stop();
	}
}

async function dashboard(app: Server, { site }: Place, { rounds, seconds }: Size): Promise<Row[]> {
	const { cookie } = site.collector;
	const headers = { Cookie: cookie, "Accept-Encoding": "gzip, deflate, br, zstd" };
	const load = { path: "/dashboard", headers, connections: CONNECTIONS, seconds };
	const samples = [];
	// The first round is to warm up.
	for (let round = -1; round < rounds; round += 1) {
		const sample = await ask(app, load);
		if (round >= 0) samples.push(sample);
	}
	const rate = median(samples.map(({ rate, requests, failed }) => rate * (1 - failed / requests)));
	const refused = samples.reduce((sum, { failed }) => sum + failed, 0);
	const cpuMs = median(samples.map((sample) => sample.cpuMs));
	const owner = createClient(app.url, { cookie });
	const { text } = await owner.get("/dashboard");
	let bytes = 0;
	for (const script of new Set(text.match(/\/assets\/[\w.-]+\.js/g))) {
		bytes += (await owner.get(script, { "Accept-Encoding": "gzip" })).bytes.length;
	}
	const what = "dashboard with 50 apps and 500 documents";
	return [
		atLeast(what, 150, "a second", rate, `${cpuMs.toFixed(1)} ms of CPU, ${refused} refused`),
		atMost("the dashboard's scripts, gzipped", 130, "kB", bytes / 1_000),
	];
}

/** An owner with very many conversations, and the admin area over very many accounts. */
async function lists(app: Server, { file, documents, site }: Place): Promise<Row[]> {
	const { appId, formId } = site.busy;
	const [last] = columnOf(file, "SELECT id FROM Submission ORDER BY number DESC LIMIT 1");
	const inbox = "/messages";
	const submissions = `/app/${appId}/forms/submissions`;
	const middle = idOf(KIND.user, documents / 20);
	const [createdAt] = columnOf(file, "SELECT createdAt FROM User WHERE id = ?", middle);
	const moment = new Date(createdAt as string).toISOString();
	const deep = `before=${encodeURIComponent(`${moment}_${middle}`)}`;
	const owner = {
		"submissions of all forms": submissions,
		"submissions of one form": `/app/${appId}/forms/${formId}/submissions`,
		inbox,
		"inbox, in the middle": `${inbox}?show=all&before=${encodeURIComponent(`${moment}_x`)}`,
		"inbox, of a rare priority": `${inbox}?priority=urgent`,
		"inbox, of a tag": `${inbox}?tag=bug`,
		"submissions, search with one hit": `${submissions}?q=visitor-777@`,
		"submissions, search without a hit": `${submissions}?q=zzzzzz`,
		"submissions, search for a common word": `${submissions}?q=garden`,
		conversation: `/admin/conversation/${last}`,
	};
	const admin = {
		"admin: overview": "/admin",
		"admin: users": "/admin/users",
		"admin: users, in the middle": `/admin/users?${deep}`,
		"admin: users, search of an address": "/admin/users?q=owner-777@",
		"admin: users, search of a letter": "/admin/users?q=o",
		"admin: users, search of an id": `/admin/users?q=${middle}`,
		"admin: a user": `/admin/users/${middle}`,
		"admin: documents": "/admin/content",
		"admin: documents, search of a title": "/admin/content?q=privacy+policy",
		"admin: documents, search of an address": "/admin/content?q=/account-777/app-777",
		"admin: forms": "/admin/content?kind=forms",
		"admin: forms, search of a title": "/admin/content?kind=forms&q=contact",
		"admin: settings": "/admin/settings",
		"admin: audit log": "/admin/audit",
		"admin: audit log, of one thing": `/admin/audit?q=${middle}`,
	};
	const rows: Row[] = [];
	for (const [pages, cookie, most] of [
		[owner, site.busy.cookie, 50],
		[admin, site.admin.cookie, 100],
	] as const) {
		for (const [what, address] of Object.entries(pages)) {
			const paths = new Array<string>(TIMES).fill(address);
			const { p50, failed } = await sweep(app, paths, 1, { Cookie: cookie });
			if (failed > 0) throw new Error(`${address} failed`);
			rows.push(atMost(`${what}, at the median`, most, "ms", p50));
		}
	}
	return rows;
}
