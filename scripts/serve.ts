/**
 * `node scripts/serve.ts`: becomes the server, in production, with what only a starting process can
 * be told. V8 takes up to 128 MB for young objects on a large machine, and glibc keeps what was
 * freed once for each thread: neither makes it faster.
 */
import path from "node:path";
import process from "node:process";

const FLAGS = ["--max-semi-space-size=8"];
const ENVIRONMENT = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" };

const env = { ...ENVIRONMENT, ...process.env };
// Windows has no such call, and serves as it is.
if (process.platform === "win32") {
	Object.assign(process.env, env);
	await import("../server.ts");
} else {
	const server = path.join(import.meta.dirname, "../server.ts");
	process.execve?.(
		process.execPath,
		[process.execPath, ...process.execArgv, ...FLAGS, server],
		env,
	);
}
