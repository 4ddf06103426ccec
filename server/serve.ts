/** Starts and stops one server process. server/pipeline.ts handles its requests. */
import cluster from "node:cluster";
import { createServer } from "node:http";
import process from "node:process";
import { loadBuild } from "./build.ts";
import { BACKLOG, limitConnections, SERVER_OPTIONS } from "./limits.ts";
import { createPipeline } from "./pipeline.ts";
import { announce, runsJobs } from "./processes.ts";

const STOP_MS = 10_000;
const CLOSE_MS = 100;

type Options = { isDevelopment: boolean };

/** Serves until a signal asks it to stop. Ends the process with a sentence if it can't start. */
export async function serve(options: Options): Promise<void> {
	await start(options).catch(refuse);
}

async function start({ isDevelopment }: Options): Promise<void> {
	let isStopping = false;
	const server = createServer(SERVER_OPTIONS);
	limitConnections(server);
	// Before the app, which reads the stand-ins' address from the environment. The image lacks them.
	const standIns = process.env.APP_URL
		? null
		: await (await import("../local/stand-ins.ts")).startStandIns();
	const loaded = await loadBuild({ isDevelopment, server });
	const entry = loaded.build.entry.module;
	const { env, openDatabase, closeDatabase, logEvent, logWorkerFailure } = entry;
	entry.openLog();
	await openDatabase();
	const localPages = standIns?.open(entry);
	server.on("request", createPipeline(loaded, server, localPages));
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen({ port: env.port, host: env.host, backlog: BACKLOG }, resolve);
	});
	const stopJobs = runsJobs ? entry.startBackgroundWork(logWorkerFailure) : null;
	if (runsJobs) standIns?.start(logWorkerFailure);

	async function stop() {
		// The primary asks its processes to stop; a supervisor may ask them as well.
		if (isStopping && cluster.isWorker) return;
		if (isStopping) process.exit(1);
		isStopping = true;
		if (cluster.isPrimary) logEvent("stopping");
		const deadline = setTimeout(() => server.closeAllConnections(), STOP_MS);
		const closed = new Promise((resolve) => server.close(resolve));
		// Connections that are kept open would hold the process until the deadline.
		const closing = setInterval(() => server.closeIdleConnections(), CLOSE_MS);
		entry.endEventStreams();
		await Promise.all([closed, stopJobs?.()]);
		await standIns?.stop();
		clearTimeout(deadline);
		clearInterval(closing);
		await loaded.vite?.close();
		await closeDatabase();
		if (cluster.isPrimary) logEvent("stopped");
		process.exit(0);
	}
	process.on("SIGTERM", stop);
	// Ctrl+C reaches every process of the terminal. The primary passes it on.
	process.on("SIGINT", cluster.isWorker ? () => {} : stop);

	// Last, because whoever reads this line may stop the process at once.
	announce(env, logEvent);
}

/** What to do when the server can't listen, by the system's code. */
const LISTENING: Record<string, string> = {
	EADDRINUSE: "another program is at this port. Set PORT to a free one.",
	EACCES: "this user may not take this port. Set PORT to one above 1023.",
	EADDRNOTAVAIL: "this machine has no such address. Set HOST to one that it has, or to nothing.",
	ENOTFOUND: "no machine has this name. Set HOST to an address of this machine, or to nothing.",
};

function refuse(error: Error & { code?: string; syscall?: string }): never {
	// The operator gets a sentence, not a stack trace, for faults of the environment or the
	// database and for a port in use.
	const isOfListening = /^(listen|bind|getaddrinfo)$/.test(error.syscall ?? "");
	const advice = isOfListening ? LISTENING[error.code ?? ""] : undefined;
	const text =
		error.name === "EnvError" || error.name === "DatabaseError"
			? error.message
			: advice
				? `${error.message}: ${advice}`
				: (error.stack ?? String(error));
	process.stderr.write(`${text}\n`);
	process.exit(1);
}
