import { afterAll, beforeAll, expect } from "vitest";
import { databaseFile } from "../world/world.ts";
import { startServer, type TestServer } from "./server.ts";

/**
 * Runs the built server over this test's database, for the tests of a file or of a `describe`. It
 * must exit cleanly and log no error. The returned object is filled in once the server runs.
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
