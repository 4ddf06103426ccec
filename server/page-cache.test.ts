import http from "node:http";
import type net from "node:net";
import zlib from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { KeptPage } from "./kept-pages.ts";
import { PageCache, type PageCacheOptions } from "./page-cache.ts";

const PATH = "/acme/notes/privacy-policy";
const MISSING = "/acme/notes/nothing";
const BODY = `<!doctype html><p>${"We keep your address. ".repeat(200)}</p>`;

/** What the pages are made of, and how often each was made. */
let stamps: Map<string, string>;
let made: string[];
let version: number;
let now: number;
let options: Partial<PageCacheOptions>;
let render: (path: string) => ReturnType<KeptPage["render"]>;
let server: http.Server | undefined;

beforeEach(() => {
	stamps = new Map([[PATH, "1"]]);
	made = [];
	version = 1;
	now = 0;
	options = {};
	render = async () => publicPage(`${BODY}<!-- ${made.length} -->`);
});

afterEach(() => {
	server?.closeAllConnections();
	server?.close();
	server = undefined;
});

function publicPage(body = BODY, status = 200) {
	const headers = { "Cache-Control": "public, max-age=0", "Content-Type": "text/html" };
	return { status, headers, body: Buffer.from(body) };
}

async function start(): Promise<{ cache: PageCache; url: string }> {
	const cache = new PageCache({
		findPage: ({ url: path = "" }) =>
			path.startsWith("/acme/")
				? {
						key: path,
						route: "/:accountSlug/:appName/:documentSlug",
						stamp: () => stamps.get(path) ?? null,
						render: async () => {
							if (!stamps.has(path) && path !== MISSING) return null;
							made.push(path);
							return render(path);
						},
					}
				: null,
		dataVersion: () => version,
		namesShape: () => false,
		logEvent: () => {},
		now: () => now,
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

/** The second time, a page is kept. */
async function getTwice(url: string, headers: Record<string, string> = {}): Promise<Answer> {
	await get(url, headers);
	return get(url, headers);
}

describe("a page that was made", () => {
	test("is kept from the second time on, and served as it was", async () => {
		const { url } = await start();
		await get(url + PATH);
		const first = await get(url + PATH);
		const second = await get(url + PATH);
		expect(second.body).toEqual(first.body);
		expect(made).toEqual([PATH, PATH]);
		expect(second.headers["content-type"]).toBe("text/html");
		expect(second.headers["cache-control"]).toBe("public, max-age=0");
	});

	test("is made anew once what it is made of has changed", async () => {
		const { url } = await start();
		const before = await getTwice(url + PATH);
		stamps.set(PATH, "2");
		version += 1;
		const after = await get(url + PATH);
		expect(after.body).not.toEqual(before.body);
		expect(after.headers.etag).not.toBe(before.headers.etag);
		expect(made).toHaveLength(3);
	});

	test("stays through writes to anything else", async () => {
		const { url } = await start();
		for (let n = 0; n < 20; n += 1) {
			version += 1;
			await get(url + PATH);
		}
		expect(made).toHaveLength(2);
	});

	test("is looked at again after ten seconds, though nothing was written", async () => {
		const { url } = await start();
		await getTwice(url + PATH);
		stamps.set(PATH, "2");
		now = 10_001;
		await get(url + PATH);
		expect(made).toHaveLength(3);
	});

	test("is gone when the page is", async () => {
		const { url } = await start();
		await getTwice(url + PATH);
		stamps.delete(PATH);
		version += 1;
		expect((await get(url + PATH)).status).toBe(418);
	});

	test("and overtaken by a write while it was made is not served after it", async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const { url } = await start();
		await get(url + PATH);
		render = async () => {
			const page = publicPage(`${BODY}<!-- ${stamps.get(PATH)} -->`);
			if (made.length === 2) await held;
			return page;
		};
		const slow = get(url + PATH);
		await expect.poll(() => made.length).toBe(2);
		stamps.set(PATH, "2");
		version += 1;
		const after = await get(url + PATH);
		expect(after.body.toString()).toContain("<!-- 2 -->");
		release();
		await slow;
		expect((await get(url + PATH)).body.toString()).toContain("<!-- 2 -->");
	});
});

test("the site's one page for all addresses where nothing is is kept", async () => {
	options.findPage = ({ url: path }) => {
		const render = async () => {
			made.push(path ?? "");
			return publicPage(BODY, 404);
		};
		return { key: "/*", route: "/*", path, stamp: () => "1", render };
	};
	const { url } = await start();
	for (let n = 0; n < 5; n += 1) expect((await get(`${url}/wp-${n}.php`)).status).toBe(404);
	expect(made).toHaveLength(2);
});

describe("what is never kept", () => {
	test("a page that is somebody else's to answer after all", async () => {
		render = async () => null;
		const { cache, url } = await start();
		for (let n = 0; n < 3; n += 1) expect((await get(url + PATH)).status).toBe(418);
		expect(cache.bytes).toBe(0);
	});

	test("a page that isn't there, and it has no ETag", async () => {
		render = async () => publicPage(BODY, 404);
		const { cache, url } = await start();
		for (let n = 0; n < 3; n += 1) {
			const answer = await get(url + MISSING, { "If-None-Match": "*" });
			expect([answer.status, answer.headers.etag]).toEqual([404, undefined]);
		}
		expect(made).toHaveLength(3);
		expect(cache.bytes).toBe(0);
	});

	test("what was asked for once, as crawlers do", async () => {
		const { cache, url } = await start();
		for (let n = 0; n < 50; n += 1) {
			stamps.set(`/acme/notes/${n}`, "1");
			expect((await get(`${url}/acme/notes/${n}`)).status).toBe(200);
		}
		expect(cache.bytes).toBe(0);
	});

	test("what is at no page's address", async () => {
		const { url } = await start();
		expect((await get(`${url}/`)).status).toBe(418);
		expect(made).toEqual([]);
	});

	test("a post", async () => {
		const { url } = await start();
		await get(url + PATH);
		expect((await get(url + PATH, {}, "POST")).status).toBe(418);
	});
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
		for (let n = 0; n < 3; n += 1) {
			const { headers, body } = await get(url + PATH, { "Accept-Encoding": accepted });
			expect(headers["content-encoding"]).toBe(encoding);
			expect(headers["content-length"]).toBe(String(body.length));
			expect(headers.vary).toBe("Accept-Encoding");
			expect(decode(body).toString()).toContain("We keep your address.");
		}
		expect(made).toHaveLength(2);
	});

	test("to a matching ETag is a 304 without a body", async () => {
		const { url } = await start();
		const { headers } = await getTwice(url + PATH);
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
		await getTwice(url + pages[0]);
		for (const path of pages.slice(1)) {
			await getTwice(url + path, { "Accept-Encoding": "gzip" });
			await get(url + pages[0]);
			expect(cache.bytes).toBeLessThanOrEqual(10 * BODY.length);
			expect(cache.bytes).toBeGreaterThan(0);
		}
		expect(made.filter((path) => path === pages[0])).toHaveLength(2);
		made.length = 0;
		await get(url + pages[1]);
		expect(made).toEqual([pages[1]]);
	});

	test("is given back when a page goes", async () => {
		const { cache, url } = await start();
		await getTwice(url + PATH, { "Accept-Encoding": "br" });
		expect(cache.bytes).toBeGreaterThan(BODY.length);
		stamps.delete(PATH);
		version += 1;
		await get(url + PATH);
		expect(cache.bytes).toBe(0);
	});

	test("never holds a page that is larger than its bound", async () => {
		options.maxBytes = 100;
		const { cache, url } = await start();
		expect((await getTwice(url + PATH)).status).toBe(200);
		expect(cache.bytes).toBe(0);
	});
});

test("a page that can't be made is somebody else's to answer", async () => {
	render = () => Promise.reject(new Error("broken"));
	const { cache } = await start();
	const request = { method: "GET", url: PATH, headers: {} } as http.IncomingMessage;
	await expect(cache.answer(request, {} as http.ServerResponse)).rejects.toThrow("broken");
});
