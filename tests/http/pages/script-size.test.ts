import fs from "node:fs";
import zlib from "node:zlib";
import { expect, test } from "vitest";
import { createClient } from "../../kit/http/client.ts";
import { builtRoutes } from "../../kit/http/routes.ts";
import { serve } from "../../kit/process/serve.ts";
import { addressOf, createWorld } from "../../kit/world/world.ts";

/**
 * Of a page that hydrates, as it travels compressed; headers.test.ts says which pages have none.
 * 130 kB are wanted: React and its router are 107 of them, so more than now is too much. Conform is
 * a file of its own, which costs pages with forms 1 kB and saves the others 8. Each page
 * also brings the list of all routes, of which each takes some 80 bytes.
 */
const MOST_BYTES = 152_900;

/** The page that owners begin with has no form until they ask for one, so it leaves out Conform. */
const MOST_BYTES_OF_DASHBOARD = 135_600;

const server = serve();

test("no page brings more script with it than it does now", async () => {
	const world = await createWorld({ adminRole: "super_admin" });
	const client = createClient(server.url, { cookie: world.cookie });
	const sizes = new Map<string, number>();

	async function sizeOf(script: string): Promise<number> {
		const known = sizes.get(script);
		if (known !== undefined) return known;
		const { status, bytes } = await client.get(script, { "Accept-Encoding": "gzip" });
		expect([script, status]).toEqual([script, 200]);
		sizes.set(script, bytes.length);
		return bytes.length;
	}

	const pages: [address: string, bytes: number][] = [];
	for (const { pattern, isPage } of builtRoutes()) {
		if (!isPage) continue;
		const address = addressOf(pattern, world);
		const { text } = await client.get(address);
		const scripts = new Set(text.match(/\/assets\/[\w.-]+\.js/g));
		let bytes = 0;
		for (const script of scripts) bytes += await sizeOf(script);
		pages.push([address, bytes]);
	}
	expect(pages.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
	expect(new Map(pages).get("/dashboard")).toBeLessThan(MOST_BYTES_OF_DASHBOARD);
	expect(pages.filter(([, bytes]) => bytes > 0).length).toBeGreaterThan(20);
	expect(pages.filter(([, bytes]) => bytes === 0).length).toBeGreaterThan(20);
});

test("a page that hydrates asks for its styles before its scripts, because it waits for the styles", async () => {
	const world = await createWorld();
	const client = createClient(server.url, { cookie: world.cookie });
	const { text } = await client.get("/dashboard");
	expect(text.match(/\/assets\/[\w.-]+\.(?:css|js)/g)?.[0]).toMatch(/app-.*\.css$/);
	expect(text.match(/\/assets\/[\w.-]+\.js/g)?.length).toBeGreaterThan(5);
});

test("a script travels as it was compressed by the build, in the encoding that is asked for", async () => {
	const client = createClient(server.url);
	const script = fs
		.readdirSync("build/client/assets")
		.find((name) => /^libraries-.*\.js$/.test(name));
	const file = `build/client/assets/${script}`;
	const plain = await client.get(`/assets/${script}`);
	expect(plain.headers["content-encoding"]).toBeUndefined();
	expect(plain.bytes.equals(fs.readFileSync(file))).toBe(true);
	for (const [encoding, suffix, decode] of [
		["br", "br", zlib.brotliDecompressSync],
		["gzip", "gz", zlib.gunzipSync],
	] as const) {
		const { headers, bytes } = await client.get(`/assets/${script}`, {
			"Accept-Encoding": encoding,
		});
		expect(headers).toMatchObject({
			"content-encoding": encoding,
			"content-type": plain.headers["content-type"],
			"cache-control": "public, max-age=31536000, immutable",
			vary: "Accept-Encoding",
		});
		expect(bytes.equals(fs.readFileSync(`${file}.${suffix}`))).toBe(true);
		expect(decode(bytes).equals(plain.bytes)).toBe(true);
	}
});
