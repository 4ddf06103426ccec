import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export type Figure = { what: string; asked: string; measured: string; isMet: boolean };

const FILE = path.join(import.meta.dirname, "../../docs/performance.md");
const BEGIN = "<!-- npm run bench -->";
const END = "<!-- end -->";

/** Returns the rows of a Markdown table. */
export function toTable(figures: Figure[]): string {
	return figures
		.map(
			({ what, asked, measured, isMet }) =>
				`| ${what} | ${asked} | ${measured} | ${isMet ? "yes" : "**no**"} |`,
		)
		.join("\n");
}

/** Replaces the part of docs/performance.md that `npm run bench` writes. */
export function writeReport(figures: Figure[], heading: string, seeded: string): void {
	const text = fs.readFileSync(FILE, "utf8");
	const [before = "", rest = ""] = text.split(BEGIN);
	const [, after = ""] = rest.split(END);
	const date = new Date().toISOString().slice(0, 10);
	const [cpu] = os.cpus();
	const machine = `${os.availableParallelism()} cores (${cpu?.model.trim()}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, ${os.type()}, Node ${process.versions.node}, load ${os.loadavg()[0]?.toFixed(1)}`;
	const size = seeded
		? `; the seeded database is of ${(fs.statSync(seeded).size / 1e9).toFixed(1)} GB (\`npm run bench:seed\`)`
		: "";
	fs.writeFileSync(
		FILE,
		`${before}${BEGIN}\n${date}, ${machine}. ${heading}${size}.\n\n| what | asked | measured | met |\n| --- | --- | --- | --- |\n${toTable(figures)}\n${END}${after}`,
	);
}
