import zlib from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const server = serve();
let world: World;
let owner: Client;

beforeAll(async () => {
	world = await createWorld();
	owner = createClient(server.url, { cookie: world.cookie });
});

const DECODE = {
	zstd: zlib.zstdDecompressSync,
	br: zlib.brotliDecompressSync,
	gzip: zlib.gunzipSync,
	deflate: zlib.inflateSync,
};

describe("a page that is made for one reader", () => {
	test.each([
		["gzip, deflate, br, zstd", "zstd"],
		["gzip, deflate, br", "br"],
		["gzip;q=1.0, zstd;q=0", "gzip"],
		["deflate", "deflate"],
	] as const)("travels to who takes %s as %s, whole", async (accepted, encoding) => {
		const answer = await owner.get("/dashboard", { "Accept-Encoding": accepted });
		expect(answer.headers["content-encoding"]).toBe(encoding);
		expect(answer.headers.vary).toMatch(/accept-encoding/i);
		const text = DECODE[encoding](answer.bytes).toString();
		expect(text).toContain(world.app.app.name);
		expect(text).toMatch(/<\/html>$/);
		expect(answer.bytes.length).toBeLessThan(text.length / 2);
	});

	test("travels plain, and says so to caches, to who takes nothing", async () => {
		const answer = await owner.get("/dashboard");
		expect(answer.headers["content-encoding"]).toBeUndefined();
		expect(answer.headers.vary).toMatch(/accept-encoding/i);
		expect(Number(answer.headers["content-length"])).toBe(answer.bytes.length);
		expect(answer.text).toMatch(/<\/html>$/);
	});

	test("has no body where only its headers were asked for", async () => {
		const answer = await owner.head("/dashboard", { "Accept-Encoding": "br" });
		expect(answer.status).toBe(200);
		expect(answer.bytes.length).toBe(0);
	});
});
