/**
 * Shifts a process's clock by the milliseconds in CLOCK_SHIFT_FILE, which it reads at the start and
 * again at each SIGUSR2. For `--import`.
 */
import cluster from "node:cluster";
import fs from "node:fs";
import process from "node:process";

const RealDate = Date;
const file = process.env.CLOCK_SHIFT_FILE ?? "";
let shiftMs = read();

process.on("SIGUSR2", () => {
	shiftMs = read();
	for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGUSR2");
});

globalThis.Date = class extends RealDate {
	constructor(...given: [] | [number | string | Date]) {
		super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as [number]));
	}

	static override now(): number {
		return RealDate.now() + shiftMs;
	}
} as DateConstructor;

function read(): number {
	return Number(fs.readFileSync(file, "utf8"));
}
