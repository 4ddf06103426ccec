import fs from "node:fs";
import path from "node:path";

/** A server's clock that a test can set: its environment, and the function that sets it. */
export type MovableClock = { env: Record<string, string>; set: (ms: number) => void };

/** A clock `ms` ahead of the machine's. A running server learns of a change by SIGUSR2. */
export function movableClock(folder: string, ms = 0): MovableClock {
	const file = path.join(folder, "clock-shift");
	const set = (shift: number) => {
		// In one step, because a server that still handles an earlier signal reads the file meanwhile.
		fs.writeFileSync(`${file}.new`, String(shift));
		fs.renameSync(`${file}.new`, file);
	};
	set(ms);
	const env = {
		CLOCK_SHIFT_FILE: file,
		NODE_OPTIONS: `--import ${path.join(import.meta.dirname, "process/shift-clock.ts")}`,
	};
	return { env, set };
}
