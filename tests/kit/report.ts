import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** One row of a table: the action, the target, and the result. */
export type Row = { what: string; asked: string; seen: string; isMet: boolean };

/** Makes a row that is met when there is none of what it counts. */
export function none(what: string, count: number, seen = String(count)): Row {
	return { what, asked: "none", seen, isMet: count === 0 };
}

const DOCS = path.join(import.meta.dirname, "../../docs");
const END = "<!-- end -->";

/** Prints the rows for a person at a terminal. */
export function printRows(rows: Row[]): void {
	for (const { what, asked, seen, isMet } of rows) {
		process.stdout.write(`${isMet ? "ok" : "FAILED"}: ${what}: ${seen} (asked: ${asked})\n`);
	}
}

/** Updates a command's table of rows, with the day and the machine. */
export function writeRows(command: string, rows: Row[]): void {
	const date = new Date().toISOString().slice(0, 10);
	const memory = (os.totalmem() / 2 ** 30).toFixed(0);
	const machine = `${os.cpus().length} cores, ${memory} GiB, ${os.type()}, Node ${process.versions.node}`;
	const lines = rows.map(({ what, asked, seen, isMet }) => [
		...[what, asked, seen],
		isMet ? "yes" : "**no**",
	]);
	const head = ["what", "asked", "seen", "met"];
	writeTable(command, { head, lines, before: `Seen on ${date}, on ${machine}:\n` });
}

type Written = { head: string[]; lines: string[][]; before?: string };

/** Updates a command's table in the document that has a place for it. */
export function writeTable(command: string, { head, lines, before: text }: Written): void {
	const begin = `<!-- ${command} -->`;
	const file = fs
		.readdirSync(DOCS)
		.filter((name) => name.endsWith(".md"))
		.map((name) => path.join(DOCS, name))
		.find((one) => fs.readFileSync(one, "utf8").includes(begin));
	const [before, rest] = file ? fs.readFileSync(file, "utf8").split(begin) : [];
	const after = rest?.slice(rest.indexOf(END) + END.length);
	if (file === undefined || !rest?.includes(END)) {
		throw new Error(`No document has a place for ${command}: ${begin} … ${END}`);
	}
	const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`);
	const written = [`${before}${begin}`, ...(text ? [text] : []), ...table, `${END}${after}`];
	fs.writeFileSync(file, written.join("\n"));
}

/** Returns the median and the maximum of some times in milliseconds. */
export function describeTimes(times: number[]): string {
	const [median, worst] = [percentile(times, 0.5), percentile(times, 1)];
	return `${median.toFixed(0)} ms at the median, ${worst.toFixed(0)} ms at worst`;
}

/** Returns a percentile of some times; `share` is 0.95 for the 95th. */
export function percentile(times: number[], share: number): number {
	const sorted = times.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
