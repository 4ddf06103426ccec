/** `npm run bench`: builds the app as `npm start` does and measures it (tests/bench/bench.ts). */
import process from "node:process";
import { build, generate, run } from "./run.ts";

const isGood =
	generate() && build() && run("node", ["tests/bench/bench.ts", ...process.argv.slice(2)]);

process.exit(isGood ? 0 : 1);
