import { spawnSync } from "node:child_process";
import { expect } from "vitest";

/** Limits the length of a process's files (util-linux). SQLite sees short ones as a failing disk. */
export function limitFiles({ pid }: { pid?: number }, bytes: "64" | "4096" | "unlimited"): void {
	const { status } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
	expect(status).toBe(0);
}
