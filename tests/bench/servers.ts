/** The servers that are compared, on a core of their own, with what they cost. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Answer, createClient } from "../kit/http/client.ts";
import { freePort } from "../kit/process/server.ts";
import { until } from "../kit/until.ts";

const TICKS_A_SECOND = 100;
const START_MS = 30_000;
const SERVER_CORE = "0";
const LOAD_CORE = "1";

export type Server = {
	url: string;
	/** From the start of the process to its first response. */
	startMs: number;
	/** Seconds of CPU time of the process and those it started. NaN where the system doesn't tell. */
	cpuSeconds: () => number;
	/** Resident memory in MB, now and at its peak. NaN where the system doesn't tell. */
	memory: () => { now: number; peak: number };
	stop: () => Promise<void>;
};

/** Whether a program is installed. */
export function has(program: string): boolean {
	return !spawnSync(program, ["-v"], { stdio: "ignore" }).error;
}

const canPin = os.availableParallelism() > 1 && has("taskset");

/** Keeps this process, and the load that it starts, off the servers' core. */
export function pinLoad(): void {
	if (canPin)
		execFileSync("taskset", ["-acp", LOAD_CORE, String(process.pid)], { stdio: "ignore" });
}

/** Lets this process, and the load that it starts, run on every core again. */
export function freeLoad(): void {
	const all = `0-${os.availableParallelism() - 1}`;
	if (canPin) execFileSync("taskset", ["-acp", all, String(process.pid)], { stdio: "ignore" });
}

/**
 * Starts the built app over a database file, with `more` in its environment, on the servers' core
 * unless it `hasAllCores`. Its log goes to a file, as under a supervisor.
 */
export async function startApp(
	databaseFile: string,
	more: Record<string, string> = {},
	{ hasAllCores = false } = {},
): Promise<Server> {
	const port = await freePort();
	const log = fs.openSync(`${databaseFile}.log`, "w");
	const own = { DATABASE_URL: `file:${databaseFile}`, PORT: String(port), TRUST_PROXY: "true" };
	const env = { ...own, ...more };
	const options = { log, env, hasAllCores };
	return start([process.execPath, "bin/serve.ts"], `http://localhost:${port}`, options);
}

/** Starts a bare `node:http` server that sends the bytes and headers of one answer. */
export async function startBare(answer: Answer, folder: string): Promise<Server> {
	const port = await freePort();
	const { status, bytes } = answer;
	const file = path.join(folder, "bare.json");
	const body = bytes.toString("base64");
	fs.writeFileSync(file, JSON.stringify({ port, status, headers: headersOf(answer), body }));
	const script = path.join(import.meta.dirname, "bare.ts");
	return start([process.execPath, script, file], `http://localhost:${port}`);
}

/** Starts nginx, one process with its access log, which sends the same from a file. */
export async function startNginx(answer: Answer, folder: string): Promise<Server> {
	const port = await freePort();
	fs.writeFileSync(path.join(folder, "page"), answer.bytes);
	const headers = headersOf(answer)
		.filter(([name]) => !/^content-(length|type)$/.test(name))
		.map(([name, value]) => `add_header ${name} "${value.replace(/["\\$]/g, "\\$&")}";`);
	const type = answer.headers["content-type"];
	const config = path.join(folder, "nginx.conf");
	fs.writeFileSync(
		config,
		`daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
		events { worker_connections 1024; }
		http {
			access_log ${folder}/access.log; etag off; keepalive_requests 1000000;
			open_file_cache max=100; sendfile on; tcp_nopush on;
			client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
			fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi;
			scgi_temp_path ${folder}/scgi;
			server {
				listen 127.0.0.1:${port};
				location / { root ${folder}; try_files /page =404; default_type "${type}";
					${headers.join(" ")} }
			}
		}`,
	);
	return start(["nginx", "-p", folder, "-c", config], `http://127.0.0.1:${port}`);
}

/** The headers of an answer, without those of its connection. */
function headersOf({ headers }: Answer): [name: string, value: string][] {
	return Object.entries(headers)
		.filter(([name]) => !/^(date|connection|keep-alive|x-request-id)$/.test(name))
		.map(([name, value]) => [name, String(value)]);
}

async function start(
	command: string[],
	url: string,
	options: { log?: number; env?: Record<string, string>; hasAllCores?: boolean } = {},
): Promise<Server> {
	const started = performance.now();
	const { log, env = {}, hasAllCores = false } = options;
	const isPinned = canPin && !hasAllCores;
	const [program = "", ...args] = isPinned ? ["taskset", "-c", SERVER_CORE, ...command] : command;
	const child = spawn(program, args, {
		cwd: path.join(import.meta.dirname, "../.."),
		env: { PATH: process.env.PATH, ...env },
		stdio: ["ignore", log ?? "ignore", "inherit"],
	});
	const client = createClient(url);
	const isThere = () =>
		client.get("/healthz").then(
			() => true,
			() => child.exitCode !== null,
		);
	await until("the server answers", isThere, START_MS);
	if (child.exitCode !== null) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`);
	return {
		url,
		startMs: performance.now() - started,
		cpuSeconds: () => cpuSeconds(child.pid ?? 0),
		memory: () => ({
			now: megabytes(child.pid ?? 0, "VmRSS"),
			peak: megabytes(child.pid ?? 0, "VmHWM"),
		}),
		stop: async () => {
			const gone = once(child, "exit");
			child.kill("SIGTERM");
			await gone;
		},
	};
}

function cpuSeconds(pid: number): number {
	const text = readProc(pid, "stat");
	const children = readProc(pid, `task/${pid}/children`).trim().split(" ").filter(Boolean);
	// The name in brackets may hold spaces. After it, fields 12 and 13 are the user's and system's.
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const own = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
	return children.reduce((sum, one) => sum + cpuSeconds(Number(one)), own);
}

function megabytes(pid: number, name: string): number {
	const line = new RegExp(`${name}:\\s+(\\d+)`).exec(readProc(pid, "status"));
	return Number(line?.[1]) / 1024;
}

function readProc(pid: number, file: string): string {
	try {
		return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return "";
	}
}
