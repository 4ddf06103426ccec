import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { startProcess } from "./child.ts";

const START_MS = 60_000;

export type TestServer = {
	url: string;
	/** The process's stdout by lines: the request log. */
	log: string[];
	/** The process's stderr: empty unless something broke. */
	errors: string[];
	process: ChildProcess;
	/** Stops it as an operator would (SIGTERM). Returns the exit code. */
	stop: () => Promise<number | null>;
};

/** Starts the built server on a free port, or that of `env`, and waits until it listens. */
export async function startServer(
	databaseFile: string,
	env: Record<string, string> = {},
	options: { uid?: number } = {},
): Promise<TestServer> {
	const port = Number(env.PORT) || (await freePort());
	const command = [process.execPath, "server.ts"];
	const { process: child, ...server } = startProcess("The server", command, {
		cwd: path.join(import.meta.dirname, "../../.."),
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			DATABASE_URL: `file:${databaseFile}`,
			PORT: String(port),
			...env,
		},
		...options,
	});
	const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
	await server.line((one) => /Smallprint is at|"listening"/.test(one));
	clearTimeout(timer);
	return {
		url: `http://localhost:${port}`,
		log: server.lines,
		errors: server.errors,
		process: child,
		stop: () => {
			child.kill("SIGTERM");
			return server.exit;
		},
	};
}

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
	const probe = net.createServer().listen(0, "127.0.0.1");
	await once(probe, "listening");
	const { port } = probe.address() as net.AddressInfo;
	probe.close();
	await once(probe, "close");
	return port;
}
