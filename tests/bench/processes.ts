import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../kit/process/server.ts";
import type { Job, Load } from "./load.ts";
import type { Site } from "./site.ts";

const here = import.meta.dirname;
const TICKS_A_SECOND = 100;
const START_MS = 30_000;

/** The servers run on one core, and the load on another. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const canPin = os.availableParallelism() > 1 && hasTaskset();

export type Server = {
	url: string;
	/** From the start of the process to its first response. */
	startMs: number;
	/** Seconds of CPU time of all threads of the process; null where the system doesn't tell. */
	cpuSeconds: () => number | null;
	/** Resident memory in MB: now, and the peak since the start. */
	memory: () => { now: number; peak: number } | null;
	stop: () => Promise<void>;
};

/** How the processes are kept apart, for the report. */
export const pinning = canPin
	? `servers on core ${SERVER_CORE}, load on core ${LOAD_CORE}`
	: "processes not pinned to cores";

/** Starts the built app over a database file. Its log goes to a file, as under a supervisor. */
export async function startApp(databaseFile: string): Promise<Server> {
	const port = await freePort();
	const log = fs.openSync(`${databaseFile}.log`, "w");
	const started = performance.now();
	const child = spawnPinned(["bin/serve.ts"], ["ignore", log, "inherit"], {
		DATABASE_URL: `file:${databaseFile}`,
		PORT: String(port),
		TRUST_PROXY: "true",
	});
	const url = `http://localhost:${port}`;
	await firstAnswer(`${url}/healthz`, child);
	return toServer(child, url, performance.now() - started);
}

/** Starts a bare server that sends the bytes and headers of the response at `url`. */
export async function startBare(url: string, headers: Record<string, string>): Promise<Server> {
	const answer = JSON.stringify(await readAnswer(url, headers));
	const started = performance.now();
	const child = spawnPinned([path.join(here, "bare.ts"), answer], ["ignore", "pipe", "inherit"]);
	const [line] = (await once(child.stdout ?? child, "data")) as [Buffer];
	return toServer(child, `http://localhost:${Number(line)}/`, performance.now() - started);
}

/** Runs one load in a process of its own. */
export async function runLoad(job: Job): Promise<Load> {
	const [command, ...args] = pinned(LOAD_CORE, [path.join(here, "load.ts"), JSON.stringify(job)]);
	const { stdout } = await promisify(execFile)(command, args);
	return JSON.parse(stdout) as Load;
}

/** Draws captchas of a form into a file, for visitors who still have to solve them. */
export async function drawQuestions(job: Omit<Job, "seconds">): Promise<void> {
	const script = [path.join(here, "load.ts"), JSON.stringify(job)];
	const [command, ...args] = pinned(LOAD_CORE, script);
	await promisify(execFile)(command, args);
}

/** Fills a database with the site that is measured. */
export async function createSite(databaseFile: string): Promise<Site> {
	const { stdout } = await promisify(execFile)(process.execPath, [path.join(here, "site.ts")], {
		env: { ...process.env, DATABASE_URL: `file:${databaseFile}` },
	});
	return JSON.parse(stdout) as Site;
}

function spawnPinned(
	script: string[],
	stdio: ("ignore" | "inherit" | "pipe" | number)[],
	env: Record<string, string> = {},
): ChildProcess {
	const [command, ...args] = pinned(SERVER_CORE, script);
	return spawn(command, args, {
		cwd: path.join(here, "../.."),
		env: { PATH: process.env.PATH, ...env },
		stdio: stdio as ["ignore", "pipe", "inherit"],
	});
}

function pinned(core: number, script: string[]): [string, ...string[]] {
	const command: [string, ...string[]] = [process.execPath, ...script];
	return canPin ? ["taskset", "-c", String(core), ...command] : command;
}

function hasTaskset(): boolean {
	try {
		execFileSync("taskset", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

function toServer(child: ChildProcess, url: string, startMs: number): Server {
	return {
		url,
		startMs,
		cpuSeconds: () => cpuSeconds(child.pid),
		memory: () => readMemory(child.pid),
		stop: async () => {
			if (child.exitCode !== null) return;
			child.kill("SIGTERM");
			await once(child, "exit");
		},
	};
}

/** The status line, headers and bytes of a response, without the headers of its connection. */
async function readAnswer(url: string, headers: Record<string, string>) {
	const { request } = await import("node:http");
	const outgoing = request(url, { headers, agent: false }).end();
	const [incoming] = (await once(outgoing, "response")) as [import("node:http").IncomingMessage];
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	const kept = incoming.rawHeaders.flatMap((name, at, all) =>
		at % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, all[at + 1] ?? ""] : [],
	);
	return {
		status: incoming.statusCode,
		headers: kept,
		body: Buffer.concat(chunks).toString("base64"),
	};
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
	const deadline = performance.now() + START_MS;
	while (performance.now() < deadline && child.exitCode === null) {
		const response = await fetch(url).catch(() => null);
		if (response) return;
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	throw new Error("The server did not start");
}

/** User and system time of a process and its threads, from /proc. */
function cpuSeconds(pid: number | undefined): number | null {
	const text = readProc(pid, "stat");
	if (text === null) return null;
	// The name in brackets may hold spaces. After it, fields 12 and 13 are the times.
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

function readMemory(pid: number | undefined): { now: number; peak: number } | null {
	const status = readProc(pid, "status");
	if (status === null) return null;
	const megabytes = (name: string) =>
		Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
	return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

function readProc(pid: number | undefined, file: string): string | null {
	try {
		return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
	} catch {
		return null;
	}
}
