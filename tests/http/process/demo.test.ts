/** Every public page of the demo, as the page cache sends it and as the router renders it. */
import zlib from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { fillDemo } from "../../../scripts/demo/demo.ts";
import { type Answer, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";

// The server starts after this, because it would forget the demo's sessions, which are a month old.
beforeAll(async () => {
	await fillDemo({ again: false });
});
const server = serve();
const visitor = createClient(server);
/** Each public address of the demo, with a few where nothing is. */
let addresses: string[];

beforeAll(async () => {
	addresses = [...(await crawl()), "/nobody", "/nobody/nothing", "/wp-login.php"];
});

/** Follows every link from the site's map, and to each shape of a page, as a crawler does. */
async function crawl(): Promise<string[]> {
	const map = await visitor.get("/sitemap.xml");
	const parts = linksIn(map.text, /<loc>([^<]+)/g).filter((path) => path.endsWith(".xml"));
	const texts = await Promise.all(parts.map(async (path) => (await visitor.get(path)).text));
	const found = new Set([map.text, ...texts].flatMap((text) => linksIn(text, /<loc>([^<]+)/g)));
	for (const path of found) {
		const { status, headers, text } = await visitor.get(path);
		// Whoever is signed out sees the sign-in page there, with the address that was asked for.
		if (status === 401) found.delete(path);
		for (const link of linksIn(String(headers.link ?? ""), /<([^>]+)>/g)) found.add(link);
		if (!String(headers["content-type"]).startsWith("text/html")) continue;
		for (const link of linksIn(text, /href="([^"#?]+)/g)) found.add(link);
	}
	return [...found].filter((path) => !/^\/(?:assets|local)\/|\.xml$/.test(path)).sort();
}

/** The paths of the links to this server. */
function linksIn(text: string, link: RegExp): string[] {
	return [...text.matchAll(link)]
		.map(([, url = ""]) => new URL(url, server.url))
		.filter(({ origin }) => origin === server.url)
		.map(({ pathname }) => pathname);
}

/** An answer without what differs between any two, and without its compression. */
function comparable({ status, headers, bytes }: Answer) {
	const { date, "x-request-id": id, "content-length": length, ...rest } = headers;
	const { "content-encoding": encoding, ...others } = rest;
	const text = (encoding === "br" ? zlib.brotliDecompressSync(bytes) : bytes).toString("utf8");
	return {
		status,
		headers: others,
		text: text.replace(/(name="request_id" value=")[^"]*/g, "$1"),
	};
}

test("each is byte for byte what the router renders, whether it was asked for before or not", async () => {
	expect(addresses.length).toBeGreaterThan(60);
	for (const path of addresses) {
		// A query leaves the page to the router.
		const byRouter = comparable(await visitor.get(`${path}?by=router`));
		for (const encoding of ["identity", "br", "br", "identity"]) {
			const sent = comparable(await visitor.get(path, { "Accept-Encoding": encoding }));
			// Only while nobody is signed in may a browser keep a page of the site.
			const isOfSite = sent.headers["cache-control"] === "private, no-cache";
			const { etag, "cache-control": cached } = sent.headers;
			const expected = isOfSite
				? { ...byRouter.headers, etag, "cache-control": cached }
				: byRouter.headers;
			expect(sent.headers, path).toEqual(expected);
			expect(sent.status, path).toBe(byRouter.status);
			expect(sent.text === byRouter.text, `${path} is the router's page`).toBe(true);
		}
	}
});

test("each public one says whether it has changed, and sends nothing for HEAD", async () => {
	for (const path of addresses) {
		const { status, headers } = await visitor.get(path);
		const head = await visitor.head(path);
		expect([head.status, head.headers.etag, head.text], path).toEqual([status, headers.etag, ""]);
		if (!headers.etag) continue;
		const again = await visitor.get(path, { "If-None-Match": String(headers.etag) });
		expect([again.status, again.headers.etag, again.text], path).toEqual([304, headers.etag, ""]);
	}
});
