/**
 * The figures that keep the sources readable: how long route modules are, what was copied, and what
 * nobody uses any more. Says what is over its limit, and then ends with 1.
 */
import { findTypedAddresses } from "./figures/addresses.ts";
import { findCopies } from "./figures/copies.ts";
import { readSources } from "./figures/sources.ts";
import { run } from "./run.ts";

const MEDIAN_ROUTE_LINES = 60;
const MAX_ROUTE_LINES = 200;
const MIN_COPIED_LINES = 12;

const sources = readSources();
const isHeld = [holdsRoutes(), holdsCopies(), holdsAddresses(), holdsUse()].every(Boolean);
process.exit(isHeld ? 0 : 1);

function holdsRoutes(): boolean {
	const routes = sources
		.filter(({ file }) => file.includes("/routes/"))
		.map(({ file, lines }) => ({ file, length: lines.length }))
		.sort((one, other) => one.length - other.length);
	const median = routes[Math.floor(routes.length / 2)]?.length ?? 0;
	const tooLong = routes.filter(({ length }) => length > MAX_ROUTE_LINES);
	print(
		`Route modules: ${routes.length}, ${median} lines in the median (at most ${MEDIAN_ROUTE_LINES}), ` +
			`${routes.at(-1)?.length} the longest (at most ${MAX_ROUTE_LINES})`,
	);
	for (const { file, length } of tooLong) print(`  too long: ${file}, ${length} lines`);
	return median <= MEDIAN_ROUTE_LINES && tooLong.length === 0;
}

function holdsCopies(): boolean {
	const copies = findCopies(sources, MIN_COPIED_LINES);
	print(
		`Blocks of ${MIN_COPIED_LINES} lines or more that stand twice: ${copies.length}, in ${sources.length} files`,
	);
	for (const { length, first, second } of copies) print(`  ${length} lines: ${first} = ${second}`);
	return copies.length === 0;
}

function holdsAddresses(): boolean {
	const typed = findTypedAddresses(sources);
	print(`Addresses that are typed by hand and not built with app/paths.ts: ${typed.length}`);
	for (const { file, line } of typed) print(`  ${file}:${line}`);
	return typed.length === 0;
}

function holdsUse(): boolean {
	const isHeld = run("knip", ["--no-progress", "--no-config-hints"]);
	if (isHeld) print("No file, export or dependency is unused, and no import goes in a circle");
	return isHeld;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}
