import { spawn } from "node:child_process";
import type net from "node:net";
import os from "node:os";
import { expect, test } from "vitest";
import { type Client, createClient, FORM } from "../../kit/http/client.ts";
import { holdConnections } from "../../kit/http/hold.ts";
import { firstPage, secondPage } from "../../kit/http/visitor-form.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const server = serve();
const sockets: net.Socket[] = [];

/** Far more than a page takes, also on a machine with other work. */
const WAITS_MS = 12_000;

async function hold(count: number, bytes = "") {
	sockets.push(...(await holdConnections(server.url, count, bytes)));
}

/** What people do, and the longest that they waited. */
async function visit(client: Client, world: World): Promise<number> {
	const sent = { ...firstPage(world.form), ...secondPage(world.form) };
	const requests: [number, () => Promise<{ status: number }>][] = [
		[200, () => client.get("/healthz")],
		[200, () => client.get(world.document.path)],
		[200, () => client.get("/dashboard")],
		[303, () => client.post("/settings", { full_name: "Ada", company: "" })],
		[303, () => createClient(server.url).post(world.form.path, sent)],
	];
	let longest = 0;
	for (const [status, send] of requests) {
		const started = performance.now();
		expect((await send()).status).toBe(status);
		longest = Math.max(longest, performance.now() - started);
	}
	return longest;
}

test("neither slow heads nor slow bodies nor idle connections make others wait", async () => {
	const world = await createWorld();
	const client = createClient(server.url, { cookie: world.cookie });
	await visit(client, world);
	await hold(600);
	await hold(200, "GET /dashboard HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
	await hold(
		200,
		`POST /auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nContent-Length: 1000\r\n\r\nemail=`,
	);
	await hold(
		200,
		`POST ${world.form.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nemail`,
	);
	// Whoever stood in line behind one of them would wait until it is given up, after 15 s.
	expect(await visit(client, world)).toBeLessThan(WAITS_MS);
	expect(await visit(client, world)).toBeLessThan(WAITS_MS);
	for (const socket of sockets) socket.destroy();
});

test("a lone client is never refused, while other processes burn every core", async () => {
	// Burners that a killed test run leaves behind end by themselves.
	const burn = "for (const end = Date.now() + 120_000; Date.now() < end; );";
	const burners = os
		.cpus()
		.map(() => spawn(process.execPath, ["--eval", burn], { stdio: "ignore" }));
	try {
		const client = createClient(server.url, { cookie: (await createWorld()).cookie });
		for (let n = 0; n < 24; n += 1) {
			expect((await client.get("/settings")).status).toBe(200);
			const name = { full_name: `Ada ${n}`, company: "" };
			expect((await client.post("/settings", name)).status).toBe(303);
			expect((await createClient(server.url).get("/auth/forgot")).status).toBe(200);
		}
	} finally {
		for (const burner of burners) burner.kill("SIGKILL");
	}
});
