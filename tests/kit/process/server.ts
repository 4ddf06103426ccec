import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import readline from "node:readline";

const START_MS = 20_000;

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
	const child = spawn(process.execPath, ["server.ts"], {
		cwd: path.join(import.meta.dirname, "../../.."),
		env: {
			PATH: process.env.PATH,
			NODE_ENV: "production",
			DATABASE_URL: `file:${databaseFile}`,
			PORT: String(port),
			...env,
		},
		stdio: ["ignore", "pipe", "pipe"],
		...options,
	});
	const log: string[] = [];
	const errors: string[] = [];
	readline.createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
	const lines = readline.createInterface({ input: child.stdout });
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error("The server did not start")), START_MS);
		lines.on("line", (line) => {
			log.push(line);
			if (!/Smallprint is at|"listening"/.test(line)) return;
			clearTimeout(timer);
			resolve();
		});
		child.once("close", (code) =>
			reject(new Error(`The server ended with ${code}:\n${errors.join("\n")}`)),
		);
	});
	return {
		url: `http://localhost:${port}`,
		log,
		errors,
		process: child,
		stop: async () => {
			if (child.exitCode !== null) return child.exitCode;
			child.kill("SIGTERM");
			const [code] = (await once(child, "exit")) as [number | null];
			return code;
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
