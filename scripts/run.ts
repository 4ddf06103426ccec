import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");

/** Runs a program of node_modules/.bin or `node` in the root. Returns whether it succeeded. */
export function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
	return spawnSync(command, args, { ...optionsOf(env), stdio: "inherit" }).status === 0;
}

const LINES_KEPT = 30;

/** Runs a program as `run` does. Returns the last 30 lines that it printed, too. */
export async function runAndKeep(
	command: string,
	args: string[],
): Promise<{ isDone: boolean; lastLines: string }> {
	const child = spawn(command, args, { ...optionsOf(), stdio: ["inherit", "pipe", "pipe"] });
	let printed = "";
	for (const [from, to] of [
		[child.stdout, process.stdout],
		[child.stderr, process.stderr],
	] as const) {
		from.setEncoding("utf8").on("data", (text: string) => {
			to.write(text);
			printed = (printed + text).split("\n").slice(-LINES_KEPT).join("\n");
		});
	}
	const [status] = await once(child, "close");
	return { isDone: status === 0, lastLines: printed.trim() };
}

function optionsOf(env: Record<string, string> = {}) {
	return {
		cwd: root,
		shell: process.platform === "win32",
		env: {
			...process.env,
			...env,
			PATH: `${path.join(root, "node_modules/.bin")}${path.delimiter}${process.env.PATH}`,
		},
	};
}

const GENERATED = "app/generated/prisma/client.ts";
const BUILT = "build/server/index.js";
const SOURCES = ["app", "public", "vite.config.ts", "react-router.config.ts", "package-lock.json"];

/** Generates the Prisma client if the schema has changed. Returns whether it succeeded. */
export function generate(): boolean {
	if (isNewer(GENERATED, ["prisma/schema.prisma", "package-lock.json"])) return true;
	return run("prisma", ["generate"], { PRISMA_HIDE_UPDATE_MESSAGE: "1", NO_UPDATE_NOTIFIER: "1" });
}

/** Builds the app if a source has changed. Returns whether it succeeded. */
export function build(): boolean {
	if (isNewer(BUILT, SOURCES)) return true;
	return run("react-router", ["build"], { NODE_ENV: "production" });
}

function isNewer(product: string, sources: string[]): boolean {
	const made = fs.statSync(path.join(root, product), { throwIfNoEntry: false })?.mtimeMs;
	return made !== undefined && sources.every((source) => newestIn(path.join(root, source)) < made);
}

function newestIn(file: string): number {
	const stat = fs.statSync(file);
	if (!stat.isDirectory()) return stat.mtimeMs;
	const entries = fs.readdirSync(file).map((name) => newestIn(path.join(file, name)));
	// A folder's own time changes when a file in it is deleted.
	return Math.max(stat.mtimeMs, ...entries);
}
