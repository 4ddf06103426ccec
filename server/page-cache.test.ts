import http from "node:http";
import type net from "node:net";
import zlib from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keptRoutes } from "./kept-routes.ts";
import { PageCache, type PageCacheOptions } from "./page-cache.ts";

const PATH = "/acme/notes/privacy-policy";
const BODY = `<!doctype html><p>${"We keep your address. ".repeat(200)}</p>`;

/** What the pages are made of, and how often each was made. */
let stamps: Map<string, string>;
let made: string[];
let version: number;
let now: number;
let options: Partial<PageCacheOptions>;
let server: http.Server | undefined;

beforeEach(() => {
	stamps = new Map([[PATH, "1"]]);
	made = [];
	version = 1;
	now = 0;
	options = {};
});

afterEach(() => {
	server?.closeAllConnections();
	server?.close();
	server = undefined;
});

/** As app/routes.ts and the routes' handles have them. */
const HANDLES = new Map([
	["/:accountSlug/:appName", { kept: "hub" as const }],
	["/:accountSlug/:appName/:documentSlug", { kept: "document" as const }],
	["/:accountSlug/:appName/forms/:formSlug", { kept: "form" as const }],
	["/dashboard", {}],
]);

function stampOf(stamp: string | undefined) {
	return stamp === undefined ? null : { route: "/:accountSlug/:appName/:documentSlug", stamp };
}

function publicPage(body = BODY, headers: Record<string, string> = {}) {
	return new Response(body, {
		headers: { "Cache-Control": "public, max-age=0", "Content-Type": "text/html", ...headers },
	});
}

async function start(): Promise<{ cache: PageCache; url: string }> {
	const cache = new PageCache({
		pageStamp: (path) => stampOf(stamps.get(path)),
		dataVersion: () => version,
		logEvent: () => {},
		now: () => now,
		render: async (path) => {
			made.push(path);
			return publicPage(`${BODY}<!-- ${made.length} -->`);
		},
		...options,
	});
	server = http.createServer(async (request, response) => {
		if (await cache.answer(request, response)) return;
		response.writeHead(418).end();
	});
	await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
	return { cache, url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}` };
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

function get(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
	return new Promise((resolve, reject) => {
		http
			.request(url, { method, headers }, (response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.on("end", () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						body: Buffer.concat(chunks),
					}),
				);
			})
			.on("error", reject)
			.end();
	});
}

describe("a page that was made", () => {
	test("is kept, and served as it was", async () => {
		const { url } = await start();
		const first = await get(url + PATH);
		const second = await get(url + PATH);
		expect(second.body).toEqual(first.body);
		expect(made).toEqual([PATH]);
		expect(second.headers["content-type"]).toBe("text/html");
		expect(second.headers["cache-control"]).toBe("public, max-age=0");
	});

	test("is made once for all who wait for it", async () => {
		const { url } = await start();
		await Promise.all(Array.from({ length: 50 }, () => get(url + PATH)));
		expect(made).toHaveLength(1);
	});

	test("is made anew once what it is made of has changed", async () => {
		const { url } = await start();
		const before = await get(url + PATH);
		stamps.set(PATH, "2");
		version += 1;
		const after = await get(url + PATH);
		expect(after.body).not.toEqual(before.body);
		expect(after.headers.etag).not.toBe(before.headers.etag);
		expect(made).toHaveLength(2);
	});

	test("stays through writes to anything else", async () => {
		const { url } = await start();
		for (let n = 0; n < 20; n += 1) {
			version += 1;
			await get(url + PATH);
		}
		expect(made).toHaveLength(1);
	});

	test("is looked at again after ten seconds, though nothing was written", async () => {
		const { url } = await start();
		await get(url + PATH);
		stamps.set(PATH, "2");
		now = 10_001;
		await get(url + PATH);
		expect(made).toHaveLength(2);
	});

	test("is gone when the page is", async () => {
		const { url } = await start();
		await get(url + PATH);
		stamps.delete(PATH);
		version += 1;
		expect((await get(url + PATH)).status).toBe(418);
	});

	test("and overtaken by a write while it was made is not served after it", async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		options.render = async (path) => {
			made.push(path);
			const body = `${BODY}<!-- ${stamps.get(path)} -->`;
			if (made.length === 1) await held;
			return publicPage(body);
		};
		const { url } = await start();
		const slow = get(url + PATH);
		await expect.poll(() => made.length).toBe(1);
		stamps.set(PATH, "2");
		version += 1;
		const after = await get(url + PATH);
		expect(after.body.toString()).toContain("<!-- 2 -->");
		release();
		await slow;
		expect((await get(url + PATH)).body.toString()).toContain("<!-- 2 -->");
	});
});

describe("what is never kept", () => {
	test.each<[string, () => Response]>([
		["a page that sets a cookie", () => publicPage(BODY, { "Set-Cookie": "a=1" })],
		["a private page", () => publicPage(BODY, { "Cache-Control": "no-store" })],
		["a page without word of caching", () => new Response(BODY)],
		["an error", () => new Response(BODY, { status: 500 })],
	])("%s", async (_what, respond) => {
		options.render = async (path) => {
			made.push(path);
			return respond();
		};
		const { cache, url } = await start();
		expect((await get(url + PATH)).status).toBe(418);
		expect((await get(url + PATH)).status).toBe(418);
		expect(cache.bytes).toBe(0);
	});

	test.each([
		`${PATH}?preview`,
		`${PATH}.data`,
		`${PATH}/`,
		"/",
		"/acme",
		"/ACME/notes",
		"/acme/notes/forms/contact/more",
		"//acme/notes",
		"/acme/%6Eotes",
	])("what isn't a page's canonical path: %s", async (path) => {
		options.pageStamp = keptRoutes(HANDLES, () => "1");
		const { url } = await start();
		expect((await get(url + path)).status).toBe(418);
		expect(made).toEqual([]);
	});

	test("a post", async () => {
		const { url } = await start();
		await get(url + PATH);
		expect((await get(url + PATH, {}, "POST")).status).toBe(418);
	});
});

test.each([
	["/acme/notes", "/:accountSlug/:appName"],
	[PATH, "/:accountSlug/:appName/:documentSlug"],
	["/acme/notes/forms/contact", "/:accountSlug/:appName/forms/:formSlug"],
])("%s is a path of a route that is kept", (path, route) => {
	const slugs: string[] = [];
	const find = keptRoutes(HANDLES, (_page, given) => {
		slugs.push(...given);
		return "1";
	});
	expect(find(path)).toEqual({ route, stamp: "1" });
	expect(slugs).toEqual(path.split("/").filter((one) => one && one !== "forms"));
});

describe("an answer", () => {
	test.each([
		["br", "br", zlib.brotliDecompressSync],
		["gzip, deflate, br", "br", zlib.brotliDecompressSync],
		["gzip", "gzip", zlib.gunzipSync],
		["deflate", "deflate", zlib.inflateSync],
		["gzip, br;q=0", "gzip", zlib.gunzipSync],
		["gzip;q=0.5, br;q=0.0", "gzip", zlib.gunzipSync],
		["identity", undefined, (body: Buffer) => body],
		["gzip;q=0", undefined, (body: Buffer) => body],
		["", undefined, (body: Buffer) => body],
	])("to Accept-Encoding %j is %s", async (accepted, encoding, decode) => {
		const { url } = await start();
		for (let n = 0; n < 2; n += 1) {
			const { headers, body } = await get(url + PATH, { "Accept-Encoding": accepted });
			expect(headers["content-encoding"]).toBe(encoding);
			expect(headers["content-length"]).toBe(String(body.length));
			expect(headers.vary).toBe("Accept-Encoding");
			expect(decode(body).toString()).toContain("We keep your address.");
		}
		expect(made).toHaveLength(1);
	});

	test("to a matching ETag is a 304 without a body", async () => {
		const { url } = await start();
		const { headers } = await get(url + PATH);
		for (const known of [headers.etag ?? "", `"other", ${headers.etag}`, "*"]) {
			const answer = await get(url + PATH, { "If-None-Match": known });
			expect(answer.status).toBe(304);
			expect(answer.body).toHaveLength(0);
			expect(answer.headers.etag).toBe(headers.etag);
		}
		expect((await get(url + PATH, { "If-None-Match": 'W/"x"' })).status).toBe(200);
	});

	test("to HEAD has the headers alone", async () => {
		const { url } = await start();
		const page = await get(url + PATH);
		const head = await get(url + PATH, {}, "HEAD");
		expect(head.body).toHaveLength(0);
		expect(head.headers["content-length"]).toBe(page.headers["content-length"]);
	});

	test("has a number of its own, for the log", async () => {
		const { url } = await start();
		const ids = new Set<unknown>();
		for (let n = 0; n < 5; n += 1) ids.add((await get(url + PATH)).headers["x-request-id"]);
		expect(ids.size).toBe(5);
	});
});

describe("the memory", () => {
	test("stays within its bound, and what was asked for lately stays in it", async () => {
		const pages = Array.from({ length: 40 }, (_, n) => `/acme/notes/page-${n}`);
		for (const path of pages) stamps.set(path, "1");
		options.maxBytes = 10 * BODY.length;
		const { cache, url } = await start();
		await get(url + pages[0]);
		for (const path of pages.slice(1)) {
			await get(url + path, { "Accept-Encoding": "gzip" });
			await get(url + pages[0]);
			expect(cache.bytes).toBeLessThanOrEqual(10 * BODY.length);
			expect(cache.bytes).toBeGreaterThan(0);
		}
		expect(made.filter((path) => path === pages[0])).toHaveLength(1);
		made.length = 0;
		await get(url + pages[1]);
		expect(made).toEqual([pages[1]]);
	});

	test("is given back when a page goes", async () => {
		const { cache, url } = await start();
		await get(url + PATH, { "Accept-Encoding": "br" });
		expect(cache.bytes).toBeGreaterThan(BODY.length);
		stamps.delete(PATH);
		version += 1;
		await get(url + PATH);
		expect(cache.bytes).toBe(0);
	});

	test("never holds a page that is larger than its bound", async () => {
		options.maxBytes = 100;
		const { cache, url } = await start();
		expect((await get(url + PATH)).status).toBe(200);
		expect(cache.bytes).toBe(0);
	});
});

test("a page that can't be made is somebody else's to answer", async () => {
	options.render = () => Promise.reject(new Error("broken"));
	const cache = new PageCache({
		pageStamp: () => stampOf("1"),
		dataVersion: () => 1,
		logEvent: () => {},
		render: options.render,
	});
	const request = { method: "GET", url: PATH, headers: {} } as http.IncomingMessage;
	await expect(cache.answer(request, {} as http.ServerResponse)).rejects.toThrow("broken");
});
