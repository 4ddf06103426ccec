import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** One line of a table: what was done, what is asked of it, and what was seen. */
export type Row = { what: string; asked: string; seen: string; isMet: boolean };

const FILE = path.join(import.meta.dirname, "../../docs/reliability.md");
const END = "<!-- end -->";

/** The rows for a person at a terminal. */
export function printRows(rows: Row[]): void {
	for (const { what, asked, seen, isMet } of rows) {
		process.stdout.write(`${isMet ? "ok" : "FAILED"}: ${what}: ${seen} (asked: ${asked})\n`);
	}
}

/** Renews the table that a command keeps in docs/reliability.md, and says when and where it was made. */
export function writeRows(command: string, rows: Row[]): void {
	const begin = `<!-- ${command} -->`;
	const text = fs.readFileSync(FILE, "utf8");
	const [before, rest] = text.split(begin);
	const after = rest?.slice(rest.indexOf(END) + END.length);
	if (rest === undefined || !rest.includes(END)) {
		throw new Error(`docs/reliability.md has no place for ${command}: ${begin} … ${END}`);
	}
	const date = new Date().toISOString().slice(0, 10);
	const memory = (os.totalmem() / 2 ** 30).toFixed(0);
	const machine = `${os.availableParallelism()} cores, ${memory} GiB, ${os.type()}, Node ${process.versions.node}`;
	const table = rows.map(
		({ what, asked, seen, isMet }) =>
			`| ${what} | ${asked} | ${seen} | ${isMet ? "yes" : "**no**"} |`,
	);
	fs.writeFileSync(
		FILE,
		[
			`${before}${begin}`,
			`Seen on ${date}, on ${machine}:`,
			"",
			"| what | asked | seen | met |",
			"| --- | --- | --- | --- |",
			...table,
			`${END}${after}`,
		].join("\n"),
	);
}

/** The middle, and the worst, of some times in milliseconds. */
export function describeTimes(times: number[]): string {
	const sorted = times.toSorted((a, b) => a - b);
	const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
	return `${median.toFixed(0)} ms at the median, ${(sorted.at(-1) ?? 0).toFixed(0)} ms at worst`;
}

/** The time that a share of them, such as 0.95, did not exceed. */
export function percentile(times: number[], share: number): number {
	const sorted = times.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
