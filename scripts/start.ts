/** `npm start` and `npm run dev`: generates, builds and migrates as needed, then serves. */
import { build, generate, run } from "./run.ts";

const isDevelopment = process.argv.includes("--dev");

if (!generate() || !(isDevelopment || build()) || !run("node", ["bin/migrate.ts"])) {
	process.exit(1);
}
if (isDevelopment) {
	process.env.NODE_ENV ??= "development";
	await import("../server.ts");
} else {
	await import("../bin/serve.ts");
}
