/**
 * The figures that keep the sources readable: the length of files and of route modules, the files in
 * a folder, and code that is copied, unused or in the wrong place. Prints what is over its limit and
 * exits with 1.
 */
import path from "node:path";
import { findTypedAddresses } from "./figures/addresses.ts";
import { findCopies } from "./figures/copies.ts";
import { readSources } from "./figures/sources.ts";
import { run } from "./run.ts";

const MAX_APP_LINES = 250;
const MAX_FILES_IN_A_FOLDER = 25;
const MEDIAN_ROUTE_LINES = 60;
const MAX_ROUTE_LINES = 200;
const MIN_COPIED_LINES = 12;

const sources = readSources();
const HELD = [
	holdsFiles,
	holdsFolders,
	holdsRoutes,
	holdsCopies,
	holdsAddresses,
	holdsSql,
	holdsUse,
];
// Run every check, so that one run reports everything.
const areHeld = HELD.map((isHeld) => isHeld()).every(Boolean);
process.exit(areHeld ? 0 : 1);

function holdsFiles(): boolean {
	const inApp = sources
		.filter(({ file }) => file.startsWith("app/"))
		.sort((one, other) => other.lines.length - one.lines.length);
	const tooLong = inApp.filter(({ lines }) => lines.length > MAX_APP_LINES);
	print(
		`Files in app/: ${inApp.length}, ${inApp[0]?.lines.length} lines the longest (at most ${MAX_APP_LINES})`,
	);
	for (const { file, lines } of tooLong) print(`  too long: ${file}, ${lines.length} lines`);
	return tooLong.length === 0;
}

function holdsFolders(): boolean {
	const counts = new Map<string, number>();
	for (const { file } of sources) {
		const folder = path.posix.dirname(file);
		counts.set(folder, (counts.get(folder) ?? 0) + 1);
	}
	const byCount = [...counts].sort(([, one], [, other]) => other - one);
	const tooFull = byCount.filter(([, count]) => count > MAX_FILES_IN_A_FOLDER);
	const [fullest, most] = byCount[0] ?? [];
	print(
		`Folders: ${counts.size}, ${most} files in the fullest, ${fullest} (at most ${MAX_FILES_IN_A_FOLDER})`,
	);
	for (const entry of tooFull) print(`  too full: ${entry.join(", ")} files`);
	return tooFull.length === 0;
}

function holdsRoutes(): boolean {
	const routes = sources
		.filter(({ file }) => /^app\/.*\/routes\//.test(file))
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

/** Plain SQL belongs in *.sql.ts, in platform/db and in what runs beside the app. */
function holdsSql(): boolean {
	const plainSql = /\$(?:query|execute)Raw|["'`](?:SELECT|INSERT INTO|UPDATE|DELETE FROM) /;
	const places = sources
		.filter(({ file }) => /^(?:app|server|local)\//.test(file))
		.filter(({ file }) => !/\.(?:sql|test)\.ts$|^app\/platform\/db\//.test(file))
		.filter(({ lines }) => lines.some((line) => plainSql.test(line)));
	print(`Files with plain SQL that are not named *.sql.ts: ${places.length}`);
	for (const { file } of places) print(`  plain SQL: ${file}`);
	return places.length === 0;
}

function holdsUse(): boolean {
	const isHeld = run("knip", ["--no-progress", "--no-config-hints"]);
	if (isHeld) print("No file, export or dependency is unused, and no import goes in a circle");
	return isHeld;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}
