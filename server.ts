/** The Node process: listens, limits, logs, serves files, and hands the rest to the app. */
import { createServer, type RequestListener } from "node:http";
import { enableCompileCache } from "node:module";
import process from "node:process";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./server/app.ts";
import { loadBuild } from "./server/build.ts";
import { BACKLOG, limitConnections, SERVER_OPTIONS } from "./server/limits.ts";
import { logEvent, logWorkerFailure } from "./server/log.ts";
import { joinQueueOf, Load, shedLoad } from "./server/overload.ts";
import { keepPages } from "./server/page-cache.ts";

const STOP_MS = 10_000;

process.chdir(import.meta.dirname);
// The next start finds the modules compiled; a new build empties the folder. Where nobody may write there, it does without.
enableCompileCache("build/server/.compiled");

const isDevelopment = process.argv.includes("--dev");

async function main() {
	let isStopping = false;
	const server = createServer(SERVER_OPTIONS);
	limitConnections(server);
	// Before the app, which reads their address from the environment. Hosted, they need not be there.
	const standIns = process.env.APP_URL
		? null
		: await (await import("./local/stand-ins.ts")).startStandIns();
	const { build, vite, getBuild } = await loadBuild({ isDevelopment, server });
	const { env, startBackgroundWork, openDatabase, closeDatabase } = build.entry.module;
	await openDatabase();
	const load = new Load(() => joinQueueOf(server)).watch(server);
	const localPages = standIns?.open(build.entry.module, logWorkerFailure);
	const app = createApp({ entry: build.entry.module, getBuild, isDevelopment, load, localPages });
	const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
	const answer: RequestListener = (request, response) => {
		// What is left of a refused body would hold up the next request on this connection.
		response.once("finish", () => request.removeAllListeners("data").resume());
		// The last answer's connection would stay open, and the process with it, for 5 s more.
		response.once("close", () => isStopping && server.closeIdleConnections());
		return vite
			? vite.middlewares(request, response, () => listener(request, response))
			: listener(request, response);
	};
	// In development, every request sees the newest source.
	const answerKept = isDevelopment
		? answer
		: keepPages(build.entry.module, app, shedLoad({ load, env, next: answer }));
	server.on("request", (request, response) =>
		isStopping ? answer(request, response) : answerKept(request, response),
	);
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
	});
	const stopBackgroundWork = startBackgroundWork(logWorkerFailure);

	async function stop() {
		if (isStopping) process.exit(1);
		isStopping = true;
		logEvent("stopping");
		const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS);
		const closed = new Promise((resolve) => server.close(resolve));
		server.closeIdleConnections();
		await Promise.all([closed, stopBackgroundWork()]);
		await standIns?.stop();
		clearTimeout(deadline);
		await vite?.close();
		await closeDatabase();
		logEvent("stopped");
		process.exit(0);
	}
	process.on("SIGTERM", stop);
	process.on("SIGINT", stop);

	// Last, because whoever reads it may stop the process at once.
	if (env.mode === "local") process.stdout.write(`Smallprint is at ${env.appUrl}\n`);
	else logEvent("listening", { port: env.port });
}

main().catch((error: Error & { code?: string }) => {
	// The environment's and the database's faults and a taken port are sentences for the operator, not stack traces.
	const text =
		error.name === "EnvError" || error.name === "DatabaseError"
			? error.message
			: error.code === "EADDRINUSE"
				? `${error.message}: another program is at this port. Set PORT to a free one.`
				: (error.stack ?? String(error));
	process.stderr.write(`${text}\n`);
	process.exit(1);
});
