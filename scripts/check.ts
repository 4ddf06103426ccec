/** `npm run check`: types, lint, figures, unit and integration tests, the fast half of `npm test`. */
import { generate, run } from "./run.ts";

const isGreen =
	generate() &&
	run("react-router", ["typegen"]) &&
	run("tsc", ["--noEmit"]) &&
	run("biome", ["ci", "."]) &&
	run("node", ["scripts/figures.ts"]) &&
	run("vitest", ["run", "--project", "unit"]);

process.exit(isGreen ? 0 : 1);
