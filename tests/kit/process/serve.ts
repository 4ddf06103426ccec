import { afterAll, beforeAll, expect } from "vitest";
import { databaseFile } from "../world/world.ts";
import { startServer, type TestServer } from "./server.ts";

/**
 * Runs the built server over this test's database, for the tests of a file or of a `describe`. After
 * them it must end well, without having written an error. The answer is filled in once it runs.
 */
export function serve(env: Record<string, string> = {}): TestServer {
	const server = {} as TestServer;

	beforeAll(async () => {
		Object.assign(server, await startServer(databaseFile, env));
	});

	afterAll(async () => {
		expect(await server.stop()).toBe(0);
		expect(server.errors).toEqual([]);
	});

	return server;
}
