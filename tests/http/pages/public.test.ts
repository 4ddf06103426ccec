import zlib from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { renameApp, saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { FIELD_TYPE_IDS, type FieldType, newField } from "#app/forms/form-rules.ts";
import { compare } from "../../corpus/compare.ts";
import { readDocument } from "../../corpus/documents.ts";
import { type Answer, createClient } from "../../kit/http/client.ts";
import { decode, plain } from "../../kit/http/html.ts";
import { firstPage } from "../../kit/http/visitor-form.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";
import { createWorld } from "../../kit/world/world.ts";

const KILOBYTE = 1_000;

const server = serve();
const visitor = createClient(server);

/** Expects a redirect that no cache keeps, or the `cached` one of an address that never leads back. */
function expectMoved(answer: Answer, to: string, { cached = false } = {}) {
	expect([answer.status, answer.headers.location]).toEqual([301, to]);
	expect(answer.headers["cache-control"]).toBe(cached ? "public, max-age=300" : "no-cache");
}

function expectMessage(answer: Answer, status: number, text: string) {
	expect(answer.status).toBe(status);
	expect(decode(answer.text)).toContain(`<p>${text}</p>`);
	expect(answer.text).toContain('<meta name="robots" content="noindex"/>');
	expect(answer.headers["cache-control"]).toBe("no-store");
}

describe("an address that isn't canonical", () => {
	test("in upper case or with a slash at the end leads to the canonical one", async () => {
		const { document, user, app } = await createWorld();
		const hub = `/${user.accountName}/${app.app.slug}`;
		for (const canonical of [document.path, hub]) {
			for (const path of [
				canonical.toUpperCase(),
				`${canonical}/`,
				`${canonical}///`,
				`${canonical.toUpperCase()}/`,
				canonical.replace("a", "A"),
			]) {
				const query = "?lang=en&X=Y";
				expectMoved(await visitor.get(path), canonical, { cached: true });
				expectMoved(await visitor.get(path + query), canonical + query, { cached: true });
				expectMoved(await visitor.head(path), canonical, { cached: true });
			}
			expect((await visitor.get(canonical)).status).toBe(200);
			expect((await visitor.get(`${canonical}?lang=en`)).status).toBe(200);
		}
	});

	test("in the older shape leads to the present one, also after every rename", async () => {
		const { document, user, app } = await createWorld();
		const old = `/doc/${app.appId}/${document.slug}`;
		const cached = true;
		expectMoved(await visitor.get(old), document.path, { cached });
		expectMoved(await visitor.get(`${old}?a=1`), `${document.path}?a=1`, { cached });
		const upper = old.toUpperCase().replace("/DOC/", "/doc/");
		expectMoved(await visitor.get(upper), document.path, { cached });
		await updateDocument(app, document.id, { title: "Terms", content: "New.", revision: 2 });
		await renameApp(app, "Second name");
		const present = `/${user.accountName}/second-name/terms`;
		expectMoved(await visitor.get(old), present, { cached });
		expectMoved(await visitor.get(`/doc/${app.appId}/terms`), present, { cached });
	});

	test("of a name that is changed back at once leads in no circle, whatever a cache keeps", async () => {
		const { document, user, app } = await createWorld();
		const second = `/${user.accountName}/second-name/${document.slug}`;
		await renameApp(app, "Second name");
		expectMoved(await visitor.get(document.path), second);
		await renameApp(app, app.app.name);
		expect((await visitor.get(document.path)).status).toBe(200);
		expectMoved(await visitor.get(second), document.path);
	});

	test("of any mix of earlier names leads to the present one in one step", async () => {
		const { document, user, app } = await createWorld();
		const accounts = [user.accountName as string, `${user.accountName}-b`, `${user.accountName}-c`];
		const apps = [app.app.slug, "second-app", "third-app"];
		const documents = [document.slug, "second-title", "third-title"];
		let access = user;
		for (const [at, name] of ["Second", "Third"].entries()) {
			await saveAccountName(access, accounts[at + 1] as string);
			access = { ...access, accountName: accounts[at + 1] as string };
			await renameApp({ ...app, ...access }, `${name} app`);
			await updateDocument(app, document.id, {
				title: `${name} title`,
				content: `${name}.`,
				revision: 2 + at,
			});
		}
		const present = [accounts[2], apps[2], documents[2]];
		const hub = `/${present.slice(0, 2).join("/")}`;
		for (const account of accounts) {
			for (const appSlug of apps) {
				const old = `/${account}/${appSlug}`;
				if (old !== hub) expectMoved(await visitor.get(`${old}?x=1`), `${hub}?x=1`);
				for (const slug of documents) {
					const path = `${old}/${slug}`;
					const answer = await visitor.get(`${path}?ref=store`);
					if (path === `/${present.join("/")}`) expect(answer.status).toBe(200);
					else expectMoved(answer, `/${present.join("/")}?ref=store`);
				}
			}
		}
	});
});

describe("an address where nothing is", () => {
	test("says which part of it was not found", async () => {
		const { document, user, app } = await createWorld();
		const empty = await createUser();
		const account = user.accountName;
		const noApp = `App "other-app" not found for account "${account}"`;
		for (const [path, text] of [
			["/nobody-here/some-app", 'Account "nobody-here" not found'],
			["/nobody-here/some-app/privacy", 'Account "nobody-here" not found'],
			[`/${empty.accountName}/some-app/privacy`, "Apps not found for this account"],
			[`/${account}/other-app/privacy`, noApp],
			[`/${account}/other-app`, noApp],
			[
				`/${account}/${app.app.slug}/other-document`,
				`Document "other-document" not found in app "${app.app.name}"`,
			],
			[`/doc/${app.appId}/other`, "Document not found"],
			[`/doc/${crypto.randomUUID()}/${document.slug}`, "Document not found"],
		] as const) {
			expectMessage(await visitor.get(path), 404, text);
		}
		expect((await visitor.get(`/${account}`)).status).toBe(404);
	});

	test("shows what was asked for as text, never as HTML", async () => {
		const { user, app } = await createWorld();
		const tag = "%3cimg%20src=x%20onerror=alert(1)%3e";
		for (const path of [
			`/${tag}/x`,
			`/${user.accountName}/${tag}`,
			`/${user.accountName}/${app.app.slug}/${tag}`,
		]) {
			const answer = await visitor.get(path);
			expect(answer.status).toBe(404);
			expect(answer.text).not.toContain("<img");
			expect(answer.text).toContain("&lt;img");
		}
	});

	test("of the site's own first segments is no account", async () => {
		for (const path of ["/admin/x", "/dashboard/x", "/doc/x", "/api/x/y", "/static/x/y"]) {
			const answer = await visitor.get(path);
			const text = "There is no page at this address. It may have been mistyped, or moved.";
			expectMessage(answer, 404, text);
			expect(answer.text).toContain('<a href="/">Go to the home page</a>');
			expect(answer.text).toContain('<a href="/help">Go to help</a>');
		}
	});
});

describe("an address that was taken down", () => {
	test("of a trashed app answers 410 at every address of it", async () => {
		const { document, user, app } = await createWorld();
		await renameApp(app, "Later name");
		await trashApp(user, app.appId);
		const text = "This app was taken down by its developer.";
		for (const path of [
			`/${user.accountName}/later-name`,
			`/${user.accountName}/later-name/${document.slug}`,
			`/${user.accountName}/later-name/never-was`,
			document.path,
			`/doc/${app.appId}/${document.slug}`,
		]) {
			const answer = await visitor.get(path);
			expectMessage(answer, 410, text);
			expect(answer.text).not.toMatch(/Later name|publishes/);
			expect((await visitor.head(path)).status).toBe(410);
		}
	});

	test("of a deleted document answers 410 at every address of it, and the hub forgets it", async () => {
		const { document, user, app, form } = await createWorld();
		await updateDocument(app, document.id, { title: "Later", content: "Later.", revision: 2 });
		await deleteDocument(app, document.id);
		await deleteForm(app, form.id);
		const hub = `/${user.accountName}/${app.app.slug}`;
		for (const path of [
			document.path,
			`${hub}/later`,
			`/doc/${app.appId}/later`,
			`/doc/${app.appId}/${document.slug}`,
		]) {
			const answer = await visitor.get(path);
			expectMessage(answer, 410, "This document was taken down by its developer.");
			expect(answer.text).toContain(`<a href="${hub}">See what ${app.app.name} publishes</a>`);
		}
		expect((await visitor.get(hub)).text).toContain("Nothing has been published here yet.");
	});
});

describe("a public document", () => {
	test("answers HEAD as it answers GET, without the text", async () => {
		const { document, user, app } = await createWorld();
		for (const path of [document.path, `/${user.accountName}/${app.app.slug}`]) {
			const [page, head] = [await visitor.get(path), await visitor.head(path)];
			expect(head.status).toBe(200);
			expect(head.bytes).toHaveLength(0);
			for (const name of ["etag", "content-type", "cache-control"]) {
				expect(head.headers[name]).toBe(page.headers[name]);
			}
		}
		expect((await visitor.head("/nobody-here/some-app/privacy")).status).toBe(404);
	});

	test("has a contents list from its sixth heading on", async () => {
		const { app } = await createWorld();
		const headings = (count: number) =>
			Array.from({ length: count }, (_, at) => `## Part ${at + 1}\n\nText.`).join("\n\n");
		const short = await createDocument(app, { title: "Short", content: headings(5) });
		const long = await createDocument(app, { title: "Long", content: headings(6) });
		expect((await visitor.get(short.path)).text).not.toContain(">Contents<");
		const { text } = await visitor.get(long.path);
		expect(text).toContain(">Contents<");
		const [list = ""] = /<nav.*?<\/nav>/s.exec(text) ?? [];
		const targets = [...list.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id as string);
		expect(targets).toHaveLength(6);
		for (const id of targets) expect(text).toContain(` id="${id}"`);
	});

	test("says when its content or title last changed, and no other change moves that date", async () => {
		const { document, user, app } = await createWorld();
		const shown = async (path: string) => {
			const { text } = await visitor.get(path);
			return /Last updated <time dateTime="([^"]+)">([^<]+)<\/time>/.exec(text)?.slice(1);
		};
		const first = await shown(document.path);
		expect(first?.[0]).toMatch(/^\d{4}-\d\d-\d\dT/);
		expect(first?.[1]).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}$/);
		const text = { title: document.title, content: document.newest };
		await updateDocument(app, document.id, { ...text, revision: 2 });
		await renameApp(app, "Other name");
		const moved = `/${user.accountName}/other-name/${document.slug}`;
		expect(await shown(moved)).toEqual(first);
		await updateDocument(app, document.id, { ...text, content: "Changed.", revision: 2 });
		const changed = await shown(moved);
		expect(Date.parse(changed?.[0] ?? "")).toBeGreaterThan(Date.parse(first?.[0] ?? ""));
	});

	test("names its canonical address and its app", async () => {
		const { document, app } = await createWorld();
		const { text } = await visitor.get(`${document.path}?utm_source=store`);
		expect(text).toContain(`<link rel="canonical" href="${server.url}${document.path}"/>`);
		expect(text).toContain(`<title>${document.title} · ${app.app.name}</title>`);
	});

	test("a hub lists every document of its app and none of another's", async () => {
		const { user, app, document } = await createWorld();
		const other = await createDocument(await createApp(user), { title: "Of another app" });
		const second = await createDocument(app, { title: "Terms & <Conditions>" });
		const { text } = await visitor.get(`/${user.accountName}/${app.app.slug}`);
		expect(text).toContain(`href="${document.path}"`);
		expect(text).toContain(`href="${second.path}"`);
		expect(text).toContain("Terms &amp; &lt;Conditions&gt;");
		expect(text).not.toContain(other.title);
	});
});

describe("the contact address of an app", () => {
	test("stands on its hub from the next request on, and is gone with the next one again", async () => {
		const { user, app } = await createWorld();
		const hub = `/${user.accountName}/${app.app.slug}`;
		const first = await visitor.get(hub);
		expect(first.text).not.toContain("mailto:");
		await saveContactEmail(app, "hello@example.com");
		const second = await visitor.get(hub, { "If-None-Match": first.headers.etag });
		expect(second.status).toBe(200);
		expect(contactIn(second)).toBe(
			'<a href="mailto:hello@example.com" dir="ltr">hello@example.com</a>',
		);
		expect((await visitor.get(hub)).text).toBe(second.text);
		await saveContactEmail(app, null);
		expect((await visitor.get(hub)).text).toBe(first.text);
	});

	test("stands on the hub of an app that has published nothing", async () => {
		const user = await createUser();
		const app = await createApp(user);
		await saveContactEmail(app, "hello@example.com");
		const answer = await visitor.get(`/${user.accountName}/${app.app.slug}`);
		expect(answer.text).toContain("Nothing has been published here yet.");
		expect(answer.text).toContain("<h2>Contact</h2>");
		expect(contactIn(answer)).toContain('href="mailto:hello@example.com"');
		expect(answer.text.match(/<ul/g), "a list of documents is none").toHaveLength(1);
	});

	test("is written to alone, whatever characters are in it", async () => {
		const user = await createUser();
		const app = await createApp(user);
		await saveContactEmail(app, "a&b?bcc=eve@example.com");
		expect(contactIn(await visitor.get(`/${user.accountName}/${app.app.slug}`))).toBe(
			'<a href="mailto:a%26b%3Fbcc%3Deve@example.com" dir="ltr">a&amp;b?bcc=eve@example.com</a>',
		);
	});

	function contactIn({ text }: Answer): string {
		return /<a href="mailto:.*?<\/a>/.exec(text)?.[0] ?? "";
	}
});

describe("the size of a public document", () => {
	const encodings = ["gzip", "deflate", "br", "gzip, deflate, br, zstd"];
	const whole = readDocument("github-privacy-statement").source;
	const sources = [
		{ size: 42, source: whole, most: 25 },
		{ size: 5, source: whole.slice(0, 5 * KILOBYTE), most: 8 },
	];

	async function publish(content: string) {
		const { app } = await createWorld();
		return createDocument(app, { title: "The whole policy", content });
	}

	for (const accepted of encodings) {
		for (const { size, source, most } of sources) {
			test(`accepting ${accepted}, a policy of ${size} kB travels in at most ${most} kB`, async () => {
				expect(source.length).toBeGreaterThan((size - 2) * KILOBYTE);
				const document = await publish(source);
				const answer = await visitor.get(document.path, { "Accept-Encoding": accepted });
				expect(expand(answer)).toContain("</html>");
				expect(answer.headers["content-encoding"]).toBeDefined();
				expect(answer.bytes.length).toBeLessThanOrEqual(most * KILOBYTE);
				expect(answer.headers.vary).toMatch(/accept-encoding/i);
			});
		}
	}

	test("a browser that accepts no compression gets the same page", async () => {
		const document = await publish(whole);
		const plain = await visitor.get(document.path);
		const small = await visitor.get(document.path, { "Accept-Encoding": "gzip" });
		expect(plain.headers["content-encoding"]).toBeUndefined();
		expect(expand(small)).toBe(plain.text);
	});
});

describe.each(["github-privacy-statement", "github-terms-of-service"])(
	"%s, pasted into the editor",
	(name) => {
		const document = readDocument(name);
		let html: string;

		beforeAll(async () => {
			const world = await createWorld();
			const owner = createClient(server.url, { cookie: world.cookie });
			// A browser sends the line breaks of a textarea as CR LF.
			const published = await owner.post(`/app/${world.app.appId}/documents/new`, {
				title: "The whole policy",
				content: document.source.replaceAll("\n", "\r\n"),
				request_id: crypto.randomUUID(),
			});
			expect(published.status).toBe(303);
			const path = `/${world.user.accountName}/${world.app.app.slug}/the-whole-policy`;
			html = (await visitor.get(path)).text;
		});

		test("shows every word, heading, table and link, and links within lead there", () => {
			const prose = /<div class="prose"[^>]*>(.*)<\/div><\/main>/s.exec(html)?.[1] ?? "";
			expect(compare(document, prose).faults).toEqual([]);
		});

		test("lists its headings at the top, as links that lead to them", () => {
			const [contents = ""] = /<nav.*?<\/nav>/s.exec(html) ?? [];
			const fragments = [...contents.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id as string);
			expect(fragments.length).toBeGreaterThan(5);
			for (const id of fragments)
				expect(html.split(` id="${decodeURIComponent(id)}"`)).toHaveLength(2);
		});
	},
);

function expand({ headers, bytes }: Answer): string {
	const encoding = headers["content-encoding"];
	if (encoding === "gzip") return zlib.gunzipSync(bytes).toString();
	if (encoding === "deflate") return zlib.inflateSync(bytes).toString();
	if (encoding === "br") return zlib.brotliDecompressSync(bytes).toString();
	if (encoding === "zstd") return zlib.zstdDecompressSync(bytes).toString();
	return bytes.toString();
}

test("a page in another language says which of its words are English", async () => {
	const { user } = await createWorld();
	const app = await createApp(user);
	const arabic = "سياسة الخصوصية وجمع البيانات";
	const sections = Array.from({ length: 6 }, () => `## ${arabic}\n\n${arabic}\n\n`).join("");
	const document = await createDocument(app, { title: arabic, content: sections });
	const field = (type: FieldType) => ({ ...newField(), type, label: arabic, options: [arabic] });
	const fields = FIELD_TYPE_IDS.map((type) => ({ ...field(type), required: true }));
	const form = await createForm(app, { title: arabic, description: arabic, fields });
	for (const answer of [
		await visitor.get(document.path),
		await visitor.get(form.path),
		await visitor.post(form.path, { revision: String(form.revision) }),
		await visitor.post(form.path, firstPage(form)),
	]) {
		expect(answer.text).toMatch(/<html lang="ar">/);
		const [, body = ""] = /<body>(.*)<\/body>/s.exec(decode(answer.text)) ?? [];
		const rest = body
			.replaceAll(app.app.name, "")
			.replace(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, "");
		expect(plain(rest)).not.toMatch(/[a-z]{2,}/i);
	}
});
