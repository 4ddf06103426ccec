import { spawn } from "node:child_process";
import os from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld } from "../../kit/world/world.ts";

const TIMES = 24;
/** Burners that a killed test run leaves behind end by themselves. */
const BURN = "for (const end = Date.now() + 120_000; Date.now() < end; );";

const server = serve();
let burners: ReturnType<typeof spawn>[] = [];

beforeAll(() => {
	burners = os.cpus().map(() => spawn(process.execPath, ["--eval", BURN], { stdio: "ignore" }));
});

afterAll(() => {
	for (const burner of burners) burner.kill("SIGKILL");
});

test("a lone client is never refused, while other processes burn every core", async () => {
	const client = createClient(server.url, { cookie: (await createWorld()).cookie });
	for (let n = 0; n < TIMES; n += 1) {
		expect((await client.get("/settings")).status).toBe(200);
		const name = { full_name: `Ada ${n}`, company: "" };
		expect((await client.post("/settings", name)).status).toBe(303);
		expect((await createClient(server.url).get("/auth/forgot")).status).toBe(200);
	}
});
