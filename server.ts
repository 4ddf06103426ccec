/** Starts the server: in this process, or in several that this one looks after. */
import cluster from "node:cluster";
import { enableCompileCache } from "node:module";
import process from "node:process";
import { countProcesses, runProcesses } from "./server/processes.ts";

process.chdir(import.meta.dirname);
// Speeds up the next start. A new build empties the folder. A read-only folder means no cache.
enableCompileCache("build/server/.compiled");

const isDevelopment = process.argv.includes("--dev");
const count = isDevelopment ? 1 : countProcesses();

if (cluster.isPrimary && count > 1) {
	await runProcesses(count);
} else {
	const { serve } = await import("./server/serve.ts");
	await serve({ isDevelopment });
}
