import type { ChildProcess } from "node:child_process";
import crypto from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { startProcess } from "./child.ts";

const START_MS = 300_000;

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

/** Below the ports that Linux gives to outgoing connections, one of which could take it meanwhile. */
const PORTS = { from: 10_000, count: 22_000 };

/** Returns a free port of this machine, which is taken a little later. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = PORTS.from + crypto.randomInt(PORTS.count);
		const probe = net.createServer().listen(port, "127.0.0.1");
		const isFree = await once(probe, "listening").then(
			() => true,
			() => false,
		);
		if (!isFree) continue;
		probe.close();
		await once(probe, "close");
		return port;
	}
}
