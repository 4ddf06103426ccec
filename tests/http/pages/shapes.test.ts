/** The shapes of documents and apps besides HTML (product.md, rule 61). */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { suspendUser } from "#app/admin/administration.server.ts";
import { renameApp, saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { type Answer, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

const server = serve();
const visitor = createClient(server);

const TYPES = {
	md: "text/markdown; charset=utf-8",
	txt: "text/plain; charset=utf-8",
	json: "application/json; charset=utf-8",
	atom: "application/atom+xml; charset=utf-8",
};
type Shape = keyof typeof TYPES;
const SHAPES = Object.keys(TYPES) as Shape[];

async function publish(text: Parameters<typeof createDocument>[1] = {}) {
	const user = await createUser();
	const app = await createApp(user, "Notes");
	const document = await createDocument(app, text);
	const hub = `/${user.accountName}/${app.app.slug}`;
	/** The page of each kind whose shapes are looked at. */
	const pages = { document: document.path, hub };
	return { user, app, document, hub, pages };
}

type Scene = Awaited<ReturnType<typeof publish>>;

/** What becomes of an address, and what is answered then. */
const STATES: Record<
	string,
	{
		change: (scene: Scene) => Promise<unknown>;
		/** Where a shape of the document leads, and one of the hub. Null: it is there still. */
		moved?: (scene: Scene) => { document: string; hub: string | null };
		status?: { document: number; hub: number };
		text?: { document: string; hub: string };
	}
> = {
	"that is present": { change: async () => {} },
	"of a renamed document": {
		change: ({ app, document }) =>
			updateDocument(app, document.id, { title: "Terms", content: "New.", revision: 1 }),
		moved: ({ hub }) => ({ document: `${hub}/terms`, hub: null }),
	},
	"of a renamed app": {
		change: ({ app }) => renameApp(app, "Other"),
		moved: ({ user, document }) => ({
			document: `/${user.accountName}/other/${document.slug}`,
			hub: `/${user.accountName}/other`,
		}),
	},
	"of a renamed account": {
		change: ({ user }) => saveAccountName(user, `${user.accountName}-b`),
		moved: ({ user, document }) => ({
			document: `/${user.accountName}-b/notes/${document.slug}`,
			hub: `/${user.accountName}-b/notes`,
		}),
	},
	"of a trashed app": {
		change: ({ user, app }) => trashApp(user, app.appId),
		status: { document: 410, hub: 410 },
		text: {
			document: "This app was taken down by its developer.",
			hub: "This app was taken down by its developer.",
		},
	},
	"of a deleted document": {
		change: ({ app, document }) => deleteDocument(app, document.id),
		status: { document: 410, hub: 200 },
		text: { document: "This document was taken down by its developer.", hub: "" },
	},
	"of a deleted account": {
		change: ({ user }) => deleteAccount(user, { current_password: PASSWORD }),
		status: { document: 410, hub: 410 },
	},
	"of a suspended account": {
		change: async ({ user }) => suspendUser(await createAdmin(), user.userId, "Spam"),
		status: { document: 404, hub: 404 },
	},
};

function expectOpen({ headers }: Answer) {
	expect(headers["access-control-allow-origin"]).toBe("*");
	expect(headers["access-control-expose-headers"]).toBe("ETag");
	expect(headers["x-content-type-options"]).toBe("nosniff");
}

describe.each(Object.entries(STATES))("an address %s", (_name, { change, moved, status, text }) => {
	let scene: Scene;

	beforeAll(async () => {
		scene = await publish();
		await change(scene);
	});

	for (const [page, shapes] of [
		["document", SHAPES],
		["hub", ["json", "atom"]],
	] as const) {
		test.each(shapes)(`of the ${page}, .%s, is answered as the page is`, async (shape) => {
			const own = `${scene.pages[page]}.${shape}`;
			const to = moved?.(scene)[page];
			const byPage = await visitor.get(scene.pages[page]);
			const byAccept = await visitor.get(scene.pages[page], { Accept: TYPES[shape] });
			for (const query of ["", "", "?ref=store"]) {
				const answer = await visitor.get(own + query);
				expectOpen(answer);
				expect(answer.status).toBe(to ? 301 : (status?.[page] ?? 200));
				expect(answer.status).toBe(byPage.status);
				expect(answer.status).toBe(byAccept.status);
				expect((await visitor.head(own + query)).status).toBe(answer.status);
				if (to) expect(answer.headers.location).toBe(`${to}.${shape}${query}`);
				else if (answer.status === 200) expect(answer.headers["content-type"]).toBe(TYPES[shape]);
				else {
					const said = shape === "json" ? JSON.parse(answer.text).error : answer.text.trimEnd();
					if (text) expect(said).toBe(text[page]);
					expect(said).not.toMatch(/[<>]/);
					expect(answer.headers["content-type"]).toBe(TYPES[shape === "json" ? "json" : "txt"]);
					expect(answer.headers["cache-control"]).toBe("no-store");
				}
			}
		});
	}
});

test("the older shape of an address, capitals and a last slash lead to the shape", async () => {
	const { app, document, hub } = await publish();
	for (const shape of SHAPES) {
		const own = `${document.path}.${shape}`;
		for (const other of [
			`/doc/${app.appId}/${document.slug}.${shape}`,
			own.toUpperCase(),
			`${own}/`,
		]) {
			const answer = await visitor.get(`${other}?a=1`);
			expect([answer.status, answer.headers.location]).toEqual([301, `${own}?a=1`]);
			expectOpen(answer);
		}
		const unknown = await visitor.get(`/doc/${app.appId}/nothing.${shape}`);
		expect([unknown.status, unknown.text]).toEqual([
			404,
			shape === "json" ? '{"error":"Document not found"}' : "Document not found\n",
		]);
	}
	expect((await visitor.get(`${hub}.JSON`)).headers.location).toBe(`${hub}.json`);
	for (const none of [`${hub}.md`, `${hub}.txt`, `${document.path}.pdf`, `${document.path}.html`]) {
		expect((await visitor.get(none)).status).toBe(404);
	}
	expect((await visitor.get("/admin/nothing.json")).text).toBe(
		'{"error":"There is no page at this address."}',
	);
});

describe("what is kept", () => {
	test.each(SHAPES)(
		".%s is what the router makes, byte for byte, and its 304 has no body",
		async (shape) => {
			const { document } = await publish();
			const path = `${document.path}.${shape}`;
			const comparable = ({ status, headers, text }: Answer) => {
				const { date, "x-request-id": id, "content-length": length, ...rest } = headers;
				return { status, headers: rest, text };
			};
			const byRouter = comparable(await visitor.get(`${path}?by=router`));
			for (let n = 0; n < 3; n += 1) expect(comparable(await visitor.get(path))).toEqual(byRouter);
			expect(byRouter.headers["cache-control"]).toMatch(/^public, max-age=0, must-revalidate/);
			expect(byRouter.headers.vary).toBe("Accept-Encoding");
			expect(byRouter.headers.link).toBe(`<${server.url}${document.path}>; rel="canonical"`);
			for (const query of ["", "?by=router"]) {
				const known = { "If-None-Match": byRouter.headers.etag };
				const unchanged = await visitor.get(path + query, known);
				expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
				expectOpen(unchanged);
				expect(unchanged.headers.vary).toBe("Accept-Encoding");
			}
		},
	);

	test("follows every save, an announcement, and the opening of the history", async () => {
		const { app, document, hub } = await publish();
		const read = async () => JSON.parse((await visitor.get(`${document.path}.json`)).text);
		for (let n = 0; n < 3; n += 1) expect((await read()).version).toBe(1);
		await updateDocument(app, document.id, {
			title: document.title,
			content: document.content,
			effective_on: "2027-01-01",
			revision: 1,
		});
		expect(await read()).toMatchObject({ version: 2, effective_on: "2027-01-01", next: null });
		const feeds = [`${document.path}.atom`, `${hub}.atom`];
		for (const feed of [...feeds, ...feeds]) expect((await visitor.get(feed)).status).toBe(200);
		await transaction((tx) =>
			tx.documentDraft.create({
				data: {
					appId: app.appId,
					documentId: document.id,
					title: "Next",
					content: "Next.",
					effectiveOn: "2027-02-01",
					base: 2,
					requestId: crypto.randomUUID(),
					savedBy: app.email,
					announcedAt: new Date(),
					createdAt: new Date(),
					updatedAt: new Date(),
				},
			}),
		);
		const url = `${server.url}${document.path}/next`;
		expect((await read()).next).toEqual({ url, effective_on: "2027-02-01" });
		for (const feed of feeds) {
			const [entry] = (await visitor.get(feed)).text.match(/<entry>.*?<\/entry>/s) ?? [];
			expect(entry).toContain("<title>Next, from 1 February 2027</title>");
			expect(entry).toContain(`href="${url}"`);
		}
		await closeHistory(document.id);
		expect((await read()).history_url).toBeNull();
	});
});

function closeHistory(id: string) {
	return transaction((tx) =>
		tx.document.update({ where: { id }, data: { historyOpenedAt: null } }),
	);
}

describe("Accept", () => {
	test.each(SHAPES)("that names a type chooses .%s at the page's own address", async (shape) => {
		const { document } = await publish();
		const own = await visitor.get(`${document.path}.${shape}`);
		const headers = { Accept: TYPES[shape].split(";")[0] };
		for (const query of ["", "", "", "?by=router"]) {
			const chosen = await visitor.get(document.path + query, headers);
			expect([chosen.status, chosen.text]).toEqual([200, own.text]);
			expect(chosen.headers["content-type"]).toBe(TYPES[shape]);
			expect(chosen.headers["content-location"]).toBe(`${document.path}.${shape}`);
			expect(chosen.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
			const known = { ...headers, "If-None-Match": chosen.headers.etag };
			const unchanged = await visitor.get(document.path + query, known);
			expect(unchanged.status).toBe(304);
			for (const { headers } of [chosen, unchanged]) {
				expect(headers.vary).toBe("Accept, Accept-Encoding");
			}
			expectOpen(chosen);
		}
	});

	test("that names none, a browser's and curl's get HTML, which varies by it, whatever is kept", async () => {
		const { document, hub } = await publish();
		for (const path of [document.path, hub]) {
			for (let n = 0; n < 3; n += 1) {
				await visitor.get(path, { Accept: "application/json" });
				for (const accept of [
					undefined,
					"*/*",
					"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
					"text/html, text/plain, text/sgml, */*;q=0.01",
					"image/png",
				]) {
					for (const query of ["", "?by=router"]) {
						const answer = await visitor.get(path + query, { Accept: accept });
						expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
						expect(answer.headers.vary).toBe("Accept, Accept-Encoding");
						expect(answer.headers["content-location"]).toBeUndefined();
						const known = { Accept: accept, "If-None-Match": answer.headers.etag };
						const unchanged = await visitor.get(path + query, known);
						expect([unchanged.status, unchanged.headers.vary]).toEqual([
							304,
							"Accept, Accept-Encoding",
						]);
					}
				}
			}
		}
	});

	test("of 8 kB is read, and chooses nothing at other pages", async () => {
		const { document } = await publish();
		const accept = `${"x/y,".repeat(2_000)}application/json`;
		const answer = await visitor.get(document.path, { Accept: accept });
		expect(JSON.parse(answer.text).id).toBe(document.id);
		for (const path of ["/pricing", "/help", "/healthz"]) {
			const page = await visitor.get(path, { Accept: "application/json" });
			expect(page.headers["content-location"]).toBeUndefined();
			expect(page.status).toBe(200);
		}
	});
});

test("a script of any site may read a shape, and ask whether it has changed", async () => {
	const { document, hub } = await publish();
	for (const path of [`${document.path}.json`, `${hub}.json`, document.path, "/a/b/c.json"]) {
		const answer = await visitor.send(path, {
			method: "OPTIONS",
			headers: {
				Origin: "https://app.example",
				"Access-Control-Request-Method": "GET",
				"Access-Control-Request-Headers": "if-none-match",
			},
		});
		expect([answer.status, answer.text]).toEqual([204, ""]);
		expect(answer.headers["access-control-allow-origin"]).toBe("*");
		expect(answer.headers["access-control-allow-headers"]).toBe("If-None-Match");
	}
	const page = await visitor.get(document.path, { Origin: "https://app.example" });
	expect(page.headers["access-control-allow-origin"]).toBeUndefined();
	expect((await visitor.post(`${document.path}.json`)).status).toBe(405);
});

describe("a document", () => {
	const CONTENT =
		"---\r\ntitle: Old\r\n---\r\n# Privacy Policy\r\n\r\nWe keep *your* [address](/x).\r\n";

	test("as JSON has everything about it", async () => {
		const { document, hub } = await publish({ content: CONTENT });
		const markdown = "# Privacy Policy\n\nWe keep *your* [address](/x).\n";
		const url = `${server.url}${document.path}`;
		const { text } = await visitor.get(`${document.path}.json`);
		const { html, updated_at, ...rest } = JSON.parse(text);
		expect(html).toContain('<p dir="auto">We keep <em>your</em>');
		expect(updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(rest).toEqual({
			id: document.id,
			url,
			title: "Privacy Policy",
			kind: "privacy",
			language: null,
			version: 1,
			effective_on: null,
			sha256: createHash("sha256").update(markdown).digest("hex"),
			app: { name: "Notes", url: `${server.url}${hub}` },
			text: `We keep your address <${server.url}/x>.\n`,
			markdown,
			headings: [],
			history_url: `${url}/versions`,
			next: null,
			languages: [{ language: null, url }],
		});
		expect((await visitor.get(`${document.path}.md`)).text).toBe(markdown);
		expect((await visitor.get(`${document.path}.txt`)).text).toBe(`Privacy Policy\n\n${rest.text}`);
	});

	test("has its versions in a feed, newest first, and only the present one if they are private", async () => {
		const { app, document } = await publish();
		for (const [at, note] of ["", `<b>"Bold"\u0001\nline`].entries()) {
			const content = `Text ${at}`;
			await updateDocument(app, document.id, {
				title: `Terms & <T>`,
				slug: document.slug,
				content,
				note,
				revision: 1 + at,
			});
		}
		const { hostname } = new URL(server.url);
		const read = async () => (await visitor.get(`${document.path}.atom`)).text;
		const entries = (feed: string) => [...feed.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
		const tag = `tag:${hostname},2026:${document.id}`;
		const open = await read();
		expect(entries(open)).toEqual([tag, `${tag}/3`, `${tag}/2`, `${tag}/1`]);
		expect(open).toContain("<title>Terms &amp; &lt;T&gt;, version 3</title>");
		expect(open).toContain("<summary>&lt;b&gt;&quot;Bold&quot;\uFFFD\nline</summary>");
		expect(open).toContain(`${document.path}/changes/2-3`);
		await closeHistory(document.id);
		const closed = await read();
		expect(entries(closed)).toEqual([tag, `${tag}/3`]);
		expect(closed).not.toMatch(/\/(?:versions|changes)\b/);
	});

	test("names its shapes in its head, in a header, and in a line at its end", async () => {
		const { document, hub } = await publish();
		const url = `${server.url}${document.path}`;
		const { headers, text } = await visitor.get(document.path);
		expect(headers.link).toBe(
			[
				`<${url}.txt>; rel="alternate"; type="text/plain"`,
				`<${url}.md>; rel="alternate"; type="text/markdown"`,
				`<${url}.json>; rel="alternate"; type="application/json"`,
				`<${url}.atom>; rel="alternate"; type="application/atom+xml"`,
				`<${url}/versions>; rel="version-history"`,
			].join(", "),
		);
		expect(text).toMatch(
			/<link rel="alternate" type="application\/atom\+xml"[^>]* href="[^"]+\.atom"/,
		);
		expect(text).toContain(`<a href="${document.path}/versions">Version 1</a>`);
		await closeHistory(document.id);
		const closed = await visitor.get(document.path);
		expect(closed.headers.link).not.toContain("versions");
		expect(closed.text).not.toContain("/versions");
		expect(closed.text).toContain("Version 1");
		expect((await visitor.get(hub)).headers.link).toContain(`<${server.url}${hub}.json>; rel=`);
	});

	test("says from when it applies, when it last changed, and which version it is", async () => {
		const { app, document } = await publish();
		const text = { title: document.title, content: "New.", effective_on: "2027-01-01" };
		await updateDocument(app, document.id, { ...text, revision: 1 });
		const page = (await visitor.get(document.path)).text.replace(/<[^>]+>/g, "");
		expect(page).toMatch(/Applies from 1 January 2027 · Last updated \d+ \w+ \d{4} · Version 2/);
	});
});

test("an app as JSON has its documents, forms and contact, a hundred at a time", async () => {
	const { app, document, hub } = await publish();
	await saveContactEmail(app, "hello@example.com");
	const found = JSON.parse((await visitor.get(`${hub}.json`)).text);
	expect(found).toMatchObject({
		id: app.appId,
		name: "Notes",
		url: `${server.url}${hub}`,
		documents: [
			{
				id: document.id,
				url: `${server.url}${document.path}`,
				title: "Privacy Policy",
				kind: "privacy",
				version: 1,
				effective_on: null,
			},
		],
		forms: [],
		contact_email: "hello@example.com",
		updates_url: `${server.url}${hub}/updates`,
		next_page_url: null,
	});
	const { text } = await visitor.get(`${hub}.atom`);
	expect(text).toContain("<title>Privacy Policy, version 1</title>");
	for (let n = 0; n < 100; n += 1) await createDocument(app, { title: `Number ${n}` });
	const first = JSON.parse((await visitor.get(`${hub}.json`)).text);
	expect(first.documents).toHaveLength(100);
	expect(first.next_page_url).toBe(`${server.url}${hub}.json?page=2`);
	const second = JSON.parse((await visitor.get(`${hub}.json?page=2`)).text);
	expect(second.documents.map(({ title }: { title: string }) => title)).toEqual(["Number 99"]);
	expect((await visitor.get(`${hub}.atom`)).text.match(/<entry>/g)).toHaveLength(50);
});

test("an app's feed tells of the last of many documents, however often it was asked for before", async () => {
	const { app, hub } = await publish();
	for (let n = 0; n < 100; n += 1) await createDocument(app, { title: `Number ${n}` });
	const { id, title } = await createDocument(app, { title: "The last" });
	const read = async () => (await visitor.get(`${hub}.atom`)).text;
	for (let n = 0; n < 3; n += 1)
		expect(await read()).toContain("<title>The last, version 1</title>");
	await updateDocument(app, id, { title, content: "Another text.", revision: 1 });
	expect(await read()).toContain("<title>The last, version 2</title>");
});
