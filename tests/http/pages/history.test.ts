import { beforeAll, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { setWithdrawn } from "#app/documents/versions/withdrawal.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { type Answer, createClient } from "../../kit/http/client.ts";
import { decode, plain } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const server = serve();
const visitor = createClient(server);

const INTRO = "We take care of what you tell us.";
const TITLE = "Privacy Policy";

type Published = { app: AppAccess; id: string; path: string };

/**
 * Publishes a text in January, changes it in March and in May, and its address in April, so that
 * there are versions 1, 2 and 4. Version 4 applies from June.
 */
async function publishHistory(user: TestUser, appName?: string): Promise<Published> {
	const app = await createApp(user, appName);
	stopClock(new Date("2026-01-10T09:00:00.000Z"));
	const first = `${INTRO}\n\nWe keep your address for a year.`;
	const document = await createDocument(app, { title: TITLE, content: first });
	const save = (day: string, revision: number, text: object) => {
		stopClock(new Date(`${day}T09:00:00.000Z`));
		return updateDocument(app, document.id, { title: TITLE, content: "", revision, ...text });
	};
	const second = { content: `${INTRO}\n\nWe keep your address for two years.` };
	await save("2026-03-01", 1, { ...second, note: "Longer & <b>safer</b>." });
	await save("2026-04-01", 2, { ...second, slug: "privacy" });
	const third = { content: `${INTRO}\n\nWe keep your address for two years.\n\nWe sell nothing.` };
	await save("2026-05-20", 3, { ...third, slug: "privacy", effective_on: "2026-06-01" });
	return { app, id: document.id, path: document.path.replace("privacy-policy", "privacy") };
}

let user: TestUser;
let policy: Published;

beforeAll(async () => {
	user = await createUser();
	policy = await publishHistory(user);
});

const get = (below: string) => visitor.get(policy.path + below);
const textOf = (answer: Answer) => decode(plain(answer.text.replace(/<head>.*<\/head>/s, "")));

describe("the public history of a document", () => {
	test("lists its versions, newest first, with what is to be seen of each", async () => {
		const answer = await get("/versions");
		expect(answer.status).toBe(200);
		const rows = [...answer.text.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = ""]) => ({
			text: decode(plain(row.replaceAll(/<\/t[dh]>/g, " ")))
				.replace(/\s+/g, " ")
				.trim(),
			links: [...row.matchAll(/href="([^"]+)"/g)].map(([, link]) => link),
		}));
		const links = (...below: string[]) => below.map((part) => policy.path + part);
		expect(rows).toEqual([
			{
				text: "4 1 Jun 2026 – Read version 4 Changes in version 4",
				links: links("/versions/4", "/changes/2-4"),
			},
			{
				text: "2 1 Mar 2026 Longer & <b>safer</b>. Read version 2 Changes in version 2",
				links: links("/versions/2", "/changes/1-2"),
			},
			{ text: "1 10 Jan 2026 – Read version 1", links: links("/versions/1") },
		]);
		expect(answer.text).toMatch(new RegExp(`<form [^>]*action="${policy.path}/changes"`));
		expect(answer.text).not.toContain(user.email);
	});

	test.each([
		["1", "This is version 1. It applied from 10 January 2026 until 28 February 2026."],
		["2", "This is version 2. It applied from 1 March 2026 until 31 May 2026."],
		["4", "This is version 4, the present one. It applies from 1 June 2026."],
	])("shows version %s with the time in which it applied", async (number, sentence) => {
		const answer = await get(`/versions/${number}`);
		expect(answer.status).toBe(200);
		expect(textOf(answer)).toContain(sentence);
		expect(textOf(answer)).toContain(number === "1" ? "for a year." : "for two years.");
		expect(answer.text).not.toContain(user.email);
	});

	test("tells programs of a version's neighbours and its time, and keeps it from search engines", async () => {
		const { headers, text } = await get("/versions/2");
		const url = server.url + policy.path;
		expect(headers).toMatchObject({
			"x-robots-tag": "noindex",
			"memento-datetime": "Sun, 01 Mar 2026 09:00:00 GMT",
			"cache-control": expect.stringContaining("public, max-age=0"),
		});
		const relations = (all = "") =>
			[...all.matchAll(/<([^>]+)>; rel="([^"]+)"/g)].map(([, to, rel]) => [rel, to]);
		expect(Object.fromEntries(relations(headers.link as string))).toEqual({
			"latest-version": url,
			original: url,
			canonical: url,
			"version-history": `${url}/versions`,
			"predecessor-version": `${url}/versions/1`,
			"successor-version": `${url}/versions/4`,
		});
		expect(text).toContain(`<link rel="canonical" href="${url}"/>`);
	});

	test("shows what changed between two versions, word by word, and what the owner wrote", async () => {
		const answer = await get("/changes/1-4");
		const text = textOf(answer).replace(/\s+/g, " ");
		expect(text).toContain("What changed in the Privacy Policy");
		expect(text).toContain("Between version 1 (10 January 2026) and version 4 (1 June 2026).");
		expect(text).toContain("Version 2: Longer & <b>safer</b>.");
		expect(text).toContain("before 10 January 2026, nothing was published here");
		expect(text).toContain("We keep your address for removed: a year added: two years.");
		expect(text).toContain("added: We sell nothing.");
		expect(answer.text).toMatch(/<del><span[^>]*>removed: <\/span>a year<\/del>/);
		expect(answer.headers["x-robots-tag"]).toBe("noindex");
		expect(await get("/changes/2-4").then(textOf)).not.toContain("nothing was published here");
	});

	test.each([
		["/changes/4-1", 301, "/changes/1-4"],
		["/changes/2-2", 301, "/versions/2"],
		["/changes?since=2026-01-09", 302, "/changes/1-4"],
		["/changes?since=0000-01-01", 302, "/changes/1-4"],
		["/changes?since=2026-02-28", 302, "/changes/1-4"],
		["/changes?since=2026-03-01", 302, "/changes/2-4"],
		// Saved, and not yet in force.
		["/changes?since=2026-05-31", 302, "/changes/2-4"],
	])("%s leads with %d to %s", async (below, status, to) => {
		const answer = await get(below);
		expect([answer.status, answer.headers.location]).toEqual([status, policy.path + to]);
	});

	test.each([
		["2026-06-01", "Nothing has changed since 1 June 2026."],
		["2999-12-31", "Nothing has changed since 31 December 2999, which is still to come."],
	])("says that nothing has changed since %s", async (day, sentence) => {
		const answer = await get(`/changes?since=${day}`);
		expect(answer.status).toBe(200);
		expect(textOf(answer)).toContain(sentence);
		expect(answer.headers["cache-control"]).toBe("no-store");
	});

	test.each(["", "yesterday", "2026-02-30", "2026-3-3", "-00001-01-01", "<b>"])(
		"asks again for a day that is none: %j",
		async (day) => {
			const answer = await get(`/changes?since=${encodeURIComponent(day)}`);
			expect(answer.status).toBe(400);
			expect(textOf(answer)).toContain("Please give the day as year-month-day");
			expect(answer.text).toContain('aria-invalid="true"');
			expect(answer.text).not.toContain("<b>");
		},
	);

	test.each([
		...["/versions/3", "/versions/5", "/versions/0", "/versions/01", "/versions/1234567890"],
		...["/versions/one", "/versions/1e0", "/versions/-1", "/versions/1/x", "/changes/1-3"],
		...["/changes/0-1", "/changes/1-99999999999", "/changes/1-", "/changes/1", "/changes/a-b"],
		...["/changes/1-2-4", "/changes/3-3/", "/version", "/changes/%30-1"],
	])("has nothing at %s", async (below) => {
		const answer = await get(below);
		const last = answer.status === 301 ? await visitor.get(answer.headers.location ?? "") : answer;
		expect(last.status).toBe(below === "/changes/3-3/" ? 301 : 404);
	});
});

test("what a policy said on 3 March takes a stranger two clicks", async () => {
	const { text } = await visitor.get(policy.path);
	const [, list = ""] = />Version (?:<!-- -->)?4</.test(text)
		? (/href="([^"]+)">Earlier versions</.exec(text) ?? [])
		: [];
	expect(text).toContain(`href="${policy.path}/changes/2-4">What changed last</a>`);
	const rows = [...(await visitor.get(list)).text.matchAll(/<tr>(.*?)<\/tr>/gs)];
	const row = rows.find(
		([, row = ""]) => (/dateTime="([^"]+)"/.exec(row)?.[1] ?? "~") <= "2026-03-03",
	);
	const [, read = ""] = /href="([^"]+)">Read/.exec(row?.[1] ?? "") ?? [];
	expect(await visitor.get(read).then(textOf)).toContain("We keep your address for two years.");
});

test("a version is there as Markdown and as text, too", async () => {
	const markdown = await get("/versions/1.md");
	expect(markdown.text).toBe(`${INTRO}\n\nWe keep your address for a year.`);
	expect(markdown.headers).toMatchObject({
		"content-type": "text/markdown; charset=utf-8",
		"memento-datetime": "Sat, 10 Jan 2026 09:00:00 GMT",
		"x-robots-tag": "noindex",
		"access-control-allow-origin": "*",
	});
	const text = await get("/versions/1.txt");
	expect(text.text.trim()).toBe(`${TITLE}\n\n${INTRO}\n\nWe keep your address for a year.`);
	expect(text.headers["content-type"]).toBe("text/plain; charset=utf-8");
	for (const shape of ["md", "txt"]) {
		expect((await get(`/versions/3.${shape}`)).status).toBe(404);
		expect((await get(`/versions/0.${shape}`)).status).toBe(404);
	}
	expect((await get("/versions/1.json")).status).toBe(404);
});

describe("the addresses of a history", () => {
	test("that is the owner's alone are named on no page", async () => {
		const { id, path } = await publishHistory(await createUser());
		await transaction((tx) =>
			tx.document.update({ where: { id }, data: { historyOpenedAt: null } }),
		);
		const { text } = await visitor.get(path);
		expect(text).not.toMatch(/\/versions|Earlier versions|What changed last/);
	});

	test("of a withdrawn version say since when, and its neighbours lead past it", async () => {
		const { app, id, path } = await publishHistory(await createUser());
		stopClock(new Date("2026-07-04T09:00:00.000Z"));
		for (const page of [path, path, `${path}/versions/2`]) {
			expect((await visitor.get(page)).status).toBe(200);
		}
		await setWithdrawn(app, id, { revision: 2, isWithdrawn: true });
		const present = await visitor.get(path);
		expect(present.text).toContain(`href="${path}/changes/1-4">What changed last</a>`);
		for (const below of ["/versions/2", "/versions/2.txt", "/changes/1-2", "/changes/2-4"]) {
			const answer = await visitor.get(path + below);
			expect(answer.status).toBe(410);
			expect(textOf(answer)).toContain(
				"This version was withdrawn by the publisher on 4 July 2026.",
			);
			expect(answer.text).not.toMatch(/two years|safer/);
		}
		const list = await visitor.get(`${path}/versions`);
		expect(textOf(list)).toContain("Withdrawn on 4 Jul 2026");
		expect(list.text).not.toMatch(/safer|versions\/2"/);
		expect(list.text).toContain(`${path}/changes/1-4"`);
		expect((await visitor.get(`${path}/versions/1`)).headers.link).toContain("/versions/4>");
		expect(await visitor.get(`${path}/changes/1-4`).then(textOf)).not.toContain("safer");
		await setWithdrawn(app, id, { revision: 2, isWithdrawn: false });
		expect((await visitor.get(`${path}/versions/2`)).status).toBe(200);
	});
});

test("a newer version renews the pages that it changes, and no others", async () => {
	const { app, id, path } = await publishHistory(await createUser());
	const pages = ["/versions/1", "/changes/1-2", "/versions/4", "/versions"];
	const etags = async () => {
		// A page is kept when it is asked for again.
		for (const below of pages) await visitor.get(path + below);
		return Promise.all(pages.map(async (below) => (await visitor.get(path + below)).headers.etag));
	};
	const before = await etags();
	stopClock(new Date("2026-08-01T09:00:00.000Z"));
	await updateDocument(app, id, {
		title: TITLE,
		content: "All new.",
		slug: "privacy",
		revision: 4,
	});
	const after = await etags();
	expect(after.map((etag, at) => etag === before[at])).toEqual([true, true, false, false]);
	expect(await visitor.get(`${path}/versions/4`).then(textOf)).toContain("until 31 July 2026.");
	const apart = await visitor.get(`${path}/changes/4-5`).then(textOf);
	expect(apart).toContain(
		"The two texts differ nearly everywhere, so they stand one after the other.",
	);
});

test("more than the server has time for is asked to come again, and then there", async () => {
	const app = await createApp(await createUser());
	const content = (n: number) =>
		`Text ${n}.\n\n`.concat("We keep **nothing** at all.\n\n".repeat(2_000));
	const document = await createDocument(app, { content: content(1) });
	for (let n = 1; n < 6; n += 1) {
		const text = { title: document.title, content: content(n + 1) };
		await updateDocument(app, document.id, { ...text, revision: n });
	}
	const ranges = [1, 2, 3, 4, 5].flatMap((n) => [`${n}-${n + 1}`, `${n}-6`, `1-${n + 1}`]);
	const paths = [...new Set(ranges)].map((range) => `${document.path}/changes/${range}`);
	const answers = await Promise.all(paths.map((path) => visitor.get(path)));
	const refused = answers.filter(({ status }) => status === 503);
	expect(refused.length).toBeGreaterThan(0);
	expect(refused.map(({ headers }) => headers["retry-after"])).toEqual(refused.map(() => "5"));
	for (const path of paths) expect((await visitor.get(path)).status).toBe(200);
});
