/**
 * `node bin/serve.ts`: becomes the server, in production, with what only a starting process can
 * be told. V8 takes up to 128 MB for young objects on a large machine and lets its heap, with the
 * buffers that hang on it, grow several times over before it looks for what is garbage, and glibc
 * keeps what was freed once for each thread: none of it makes it faster.
 */
import path from "node:path";
import process from "node:process";

const FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=30"];
const ENVIRONMENT = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" };

const env = { ...ENVIRONMENT, ...process.env };
if (process.execve && process.platform !== "win32") {
	const server = path.join(import.meta.dirname, "../server.ts");
	const args = [...process.execArgv, ...FLAGS, server];
	process.execve(process.execPath, [process.execPath, ...args], env);
} else {
	// A process can't become another one here, and serves as it is.
	Object.assign(process.env, env);
	await import("../server.ts");
}
