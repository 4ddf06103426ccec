/** `npm start` and `npm run dev`: generates, builds and migrates what needs it, then serves. */
import { build, generate, run } from "./run.ts";

const isDevelopment = process.argv.includes("--dev");

if (!generate() || !(isDevelopment || build()) || !run("node", ["prisma/migrate.ts"])) {
	process.exit(1);
}
process.env.NODE_ENV ??= isDevelopment ? "development" : "production";
await import("../server.ts");
