/**
 * `node bin/serve.ts` becomes the production server, with flags that must be set at start. They
 * save memory and cost no speed: by default, V8 reserves up to 128 MB for young objects and lets
 * its heap grow several times over between collections, and glibc keeps one arena per thread.
 */
import path from "node:path";
import process from "node:process";
import { databaseFile, migrationNames, refuse } from "./database-file.ts";
import { whyNotServed } from "./why-not.ts";

const FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=30"];
const ENVIRONMENT = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" };

// With LiteFS, a replica may still have the tables of before.
const reason = process.env.LITEFS_DIR ? null : whyNotServed(databaseFile(), migrationNames());
if (reason) refuse(reason);

const env = { ...ENVIRONMENT, ...process.env };
if (process.execve && process.platform !== "win32") {
	const server = path.join(import.meta.dirname, "../server.ts");
	const args = [...process.execArgv, ...FLAGS, server];
	process.execve(process.execPath, [process.execPath, ...args], env);
} else {
	// This platform has no execve: serve in this process, without the flags.
	Object.assign(process.env, env);
	await import("../server.ts");
}
