import { expect, test } from "vitest";
import { createClient } from "../setup/http-client.ts";
import { builtRoutes } from "../setup/routes.ts";
import { serve } from "../setup/serve.ts";
import { addressOf, createWorld } from "../setup/world.ts";

/**
 * Of a page that hydrates, as it travels compressed; headers.test.ts says which pages have none.
 * 130 kB are wanted: React and its router are 112 of them, so more than now is too much.
 */
const MOST_BYTES = 145_000;

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
	expect(pages.filter(([, bytes]) => bytes > 0).length).toBeGreaterThan(20);
	expect(pages.filter(([, bytes]) => bytes === 0).length).toBeGreaterThan(20);
});
