/** Starts and stops the Node process. server/pipeline.ts handles the requests. */
import { createServer } from "node:http";
import { enableCompileCache } from "node:module";
import process from "node:process";
import { loadBuild } from "./server/build.ts";
import { BACKLOG, limitConnections, SERVER_OPTIONS } from "./server/limits.ts";
import { createPipeline } from "./server/pipeline.ts";

const STOP_MS = 10_000;
const CLOSE_MS = 100;

process.chdir(import.meta.dirname);
// Speeds up the next start. A new build empties the folder. A read-only folder means no cache.
enableCompileCache("build/server/.compiled");

const isDevelopment = process.argv.includes("--dev");

async function main() {
	let isStopping = false;
	const server = createServer(SERVER_OPTIONS);
	limitConnections(server);
	// Before the app, which reads the stand-ins' address from the environment. The image lacks them.
	const standIns = process.env.APP_URL
		? null
		: await (await import("./local/stand-ins.ts")).startStandIns();
	const loaded = await loadBuild({ isDevelopment, server });
	const entry = loaded.build.entry.module;
	const { env, startBackgroundWork, openDatabase, closeDatabase, logEvent } = entry;
	await openDatabase();
	const localPages = standIns?.open(entry, entry.logWorkerFailure);
	server.on("request", createPipeline(loaded, server, localPages));
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
	});
	const stopBackgroundWork = startBackgroundWork(entry.logWorkerFailure);

	async function stop() {
		if (isStopping) process.exit(1);
		isStopping = true;
		logEvent("stopping");
		const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS);
		const closed = new Promise((resolve) => server.close(resolve));
		// Keep-alive connections would hold the process open for 5 s after their last response.
		const closing = setInterval(() => server.closeIdleConnections(), CLOSE_MS);
		await Promise.all([closed, stopBackgroundWork()]);
		await standIns?.stop();
		clearTimeout(deadline);
		clearInterval(closing);
		await loaded.vite?.close();
		await closeDatabase();
		logEvent("stopped");
		process.exit(0);
	}
	process.on("SIGTERM", stop);
	process.on("SIGINT", stop);

	// Last, because whoever reads this line may stop the process at once.
	if (env.mode === "local") process.stdout.write(`Smallprint is at ${env.appUrl}\n`);
	else logEvent("listening", { port: env.port });
}

main().catch((error: Error & { code?: string }) => {
	// The operator gets a sentence, not a stack trace, for faults of the environment or the
	// database and for a port in use.
	const text =
		error.name === "EnvError" || error.name === "DatabaseError"
			? error.message
			: error.code === "EADDRINUSE"
				? `${error.message}: another program is at this port. Set PORT to a free one.`
				: (error.stack ?? String(error));
	process.stderr.write(`${text}\n`);
	process.exit(1);
});
