import { beforeAll, describe, expect, test } from "vitest";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { decode } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const APPS = 500;
const DOCUMENTS = 5_000;
const FORMS = 60;
const VERSIONS = 2_000;
const MESSAGES = 10_000;
const SLICE = 500;
const PAGE_MAX = 300_000;

const server = serve();
let world: World;
let owner: Client;
let visitor: Client;
let hub: string;

beforeAll(async () => {
	world = await createWorld();
	owner = createClient(server.url, { cookie: world.cookie });
	visitor = createClient(server.url);
	hub = `/${world.user.accountName}/${world.app.app.slug}`;
	const { user, app, form, document, submission } = world;
	const dated = (n: number) => ({ createdAt: new Date(n), updatedAt: new Date(n) });
	const text = { html: "<p>Nothing.</p>", headings: "[]", revision: 1 };
	await inSlices(APPS, (tx, slice) =>
		tx.app.createMany({
			data: slice.map((n) => ({
				userId: user.userId,
				...{ name: `Numbered ${n}`, nameKey: `numbered ${n}`, slug: `numbered-${n}` },
				...{ requestId: `app ${n}`, ...dated(n) },
			})),
		}),
	);
	await inSlices(DOCUMENTS, (tx, slice) =>
		tx.document.createMany({
			data: slice.map((n) => ({
				appId: app.appId,
				...{ title: `Paper ${n}.`, slug: `paper-${n}`, content: "Nothing.", ...text },
				...{ preview: "x".repeat(200), requestId: `document ${n}`, ...dated(n) },
			})),
		}),
	);
	await inSlices(VERSIONS - 2, (tx, slice) =>
		tx.documentVersion.createMany({
			data: slice.map((n) => ({
				documentId: document.id,
				...{ revision: n + 2, title: document.title, content: `Text ${n}.` },
				...{ savedBy: user.email, createdAt: new Date() },
			})),
		}),
	);
	await inSlices(FORMS, async (tx, slice) => {
		await tx.document.update({ where: { id: document.id }, data: { revision: VERSIONS } });
		await tx.form.createMany({
			data: slice.map((n) => ({
				...{ appId: app.appId, userId: user.userId, fields: JSON.stringify(form.fields) },
				...{ title: `Form ${n}.`, titleKey: `form ${n}.`, slug: `form-${n}`, revision: 1 },
				...{ description: "y".repeat(2_000), requestId: `form ${n}`, ...dated(n) },
			})),
		});
		await tx.savedReply.createMany({
			data: numbers(49).map((n) => ({
				userId: user.userId,
				...{ title: `Reply ${n}`, text: "z".repeat(5_000), createdAt: new Date() },
			})),
		});
	});
	await inSlices(MESSAGES, (tx, slice) =>
		tx.message.createMany({
			data: slice.map((n) => ({
				submissionId: submission.id,
				senderType: n % 2 ? "user" : "admin",
				message: `Message ${n}. `.padEnd(5_000, "words "),
				...{ requestId: `message ${n}`, createdAt: new Date() },
			})),
		}),
	);
});

/** Writes some hundred rows at a time, because a server gives up a write that waits for 5 s. */
async function inSlices(
	count: number,
	write: (tx: Transaction, slice: number[]) => Promise<unknown>,
): Promise<void> {
	const all = numbers(count);
	for (let from = 0; from < count; from += SLICE) {
		await transaction((tx) => write(tx, all.slice(from, from + SLICE)));
	}
}

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, at) => at + 1);
}

/** Returns what matches on a page, each once, and where its link leads to. */
async function read(client: Client, path: string, item: RegExp, link: RegExp) {
	const { status, text, bytes } = await client.get(path);
	expect(status).toBe(200);
	expect(bytes.length).toBeLessThan(PAGE_MAX);
	const items = [...new Set([...text.matchAll(item)].map(([, found]) => found))];
	const href = link.exec(text)?.[1];
	return { items, next: href ? new URL(decode(href), `${server.url}${path}`) : null };
}

/** Follows a list's links to the next page until there is none. Returns all that it lists. */
async function walk(client: Client, path: string, item: RegExp) {
	const all: (string | undefined)[] = [];
	for (let at: string | null = path; at; ) {
		const { items, next } = await read(client, at, item, NEXT);
		all.push(...items);
		at = next ? next.pathname + next.search : null;
	}
	return all;
}

/** React writes a link's attributes in the order of its component's. */
const NEXT = /<a (?=[^>]*rel="next")[^>]*href="([^"]*)"/;

describe("page by page, each of at most 300 kB, one reaches", () => {
	test.each([
		["the apps", () => "/dashboard", /<h2 dir="auto">(Numbered \d+)</g, APPS],
		["an app's documents", () => `${hub}/documents`, />(Paper \d+\.)</g, DOCUMENTS],
		["an app's forms", () => `${hub}/forms`, />(Form \d+\.)</g, FORMS],
		["the saved replies", () => "/saved-replies", />(Reply \d+)</g, 49],
		["a document's versions", versionsPath, />Version (?:<!-- -->)?(\d+)</g, VERSIONS],
	])("all of %s", async (_name, path, item, count) => {
		const all = await walk(owner, path(), item);
		expect([all.length, new Set(all).size]).toEqual([count, count]);
	});

	test("all documents of an app from the dashboard, which shows five of them", async () => {
		const name = encodeURIComponent(world.app.app.name);
		const { text } = await owner.get(`/dashboard?q=${name}`);
		// One of the five is the world's own.
		expect(text.match(/>Paper \d+\.</g)).toHaveLength(4);
		const link = /<a href="([^"]*)">All ([\d,]+) documents<\/a>/;
		const [, to, count] = link.exec(text.replaceAll("<!-- -->", "")) ?? [];
		expect([to, Number(count?.replace(",", ""))]).toEqual([`${hub}/documents`, DOCUMENTS + 1]);
	});

	test("all documents of a public app, as visitors do", async () => {
		const all = await walk(visitor, hub, />(Paper \d+\.)</g);
		expect([all.length, new Set(all).size]).toEqual([DOCUMENTS, DOCUMENTS]);
	});

	test("the earlier messages of a conversation, on either side", async () => {
		const { id, token } = world.submission;
		for (const [client, path] of [
			[owner, `/admin/conversation/${id}`],
			[visitor, `/conversation/${token}`],
		] as const) {
			const earlier = /form[aA]ction="([^"]*)"[^>]*>Earlier messages/;
			const item = /<p class="message-text" dir="auto">Message (\d+)\. /g;
			const newest = await read(client, path, item, earlier);
			expect(newest.items.at(-1)).toBe(String(MESSAGES));
			const { next } = newest;
			const before = await read(client, `${next?.pathname}${next?.search}`, item, earlier);
			expect(Number(before.items.at(-1))).toBe(Number(newest.items[0]) - 1);
		}
	});
});

function versionsPath(): string {
	return `/app/${world.app.appId}/documents/${world.document.id}/versions`;
}

describe("a long list", () => {
	test("is searched by name or title", async () => {
		for (const [path, found, other] of [
			["/dashboard?q=numbered+77", "Numbered 77", "Numbered 78"],
			[`${hub}/documents?q=paper+4711.`, "Paper 4711.", "Paper 4712."],
			[`${hub}/forms?q=form+33.`, "Form 33.", "Form 34."],
		] as const) {
			const { text } = await owner.get(path);
			expect([path, text.includes(found), text.includes(other)]).toEqual([path, true, false]);
			// None of the names has one of these characters.
			for (const query of ["none", "%25", "_", "%5c"]) {
				const nothing = await owner.get(path.replace(/q=.*/, `q=${query}`));
				expect([query, nothing.text.includes("Nothing found")]).toEqual([query, true]);
			}
		}
	});

	test("sends somebody from a page after its last to its first", async () => {
		const list = `${hub}/documents`;
		for (const [client, path, first] of [
			[owner, `${list}?page=999`, list],
			[owner, `${list}?q=paper&page=999`, `${list}?q=paper`],
			[owner, "/dashboard?page=999", "/dashboard"],
			[visitor, `${hub}?page=999`, hub],
		] as const) {
			const { status, headers } = await client.get(path);
			expect([path, status, headers.location]).toEqual([path, 302, first]);
		}
	});

	test("takes anything but the number of a page for the first page", async () => {
		const first = await visitor.get(`${hub}?page=1`);
		for (const page of ["0", "-1", "1.5", "x", "1e99", ""]) {
			expect((await visitor.get(`${hub}?page=${page}`)).text).toBe(first.text);
		}
		expect((await visitor.get(hub)).text).toBe(first.text);
	});
});

test("a conversation has no page before its first message, nor one before nonsense", async () => {
	const path = `/conversation/${world.submission.token}`;
	for (const before of ["1", "0", "-1", "1.5", "x", "99999999999"]) {
		const { status, text } = await visitor.get(`${path}?before=${before}`);
		expect([before, status, text.includes(`Message ${MESSAGES}. `)]).toEqual([before, 200, true]);
	}
});

test("a later page of a public app has its own title and canonical address", async () => {
	const { text } = await visitor.get(`${hub}?page=2&utm_source=store`);
	expect(text).toContain(`<title>${world.app.app.name}, page 2</title>`);
	expect(text).toContain(`<link rel="canonical" href="${server.url}${hub}?page=2"/>`);
	expect(text).toMatch(new RegExp(`<a href="${hub}" rel="prev"`));
});

test("a version is compared with any of many by its number", async () => {
	const path = `${versionsPath()}/2000`;
	const { text } = await owner.get(`${path}?with=3`);
	expect(text).toContain("What changed from version 3 to version 2000");
	for (const number of ["2001", "99999999999"]) {
		const unknown = await owner.get(`${path}?with=${number}`);
		expect(unknown.status).toBe(404);
		expect(unknown.text).toContain("The newest is version");
	}
	for (const nonsense of ["-3", "1.5", "x", ""]) {
		expect((await owner.get(`${path}?with=${nonsense}`)).status).toBe(200);
	}
});
