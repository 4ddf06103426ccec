import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

const { version } = JSON.parse(fs.readFileSync(`${import.meta.dirname}/package.json`, "utf8"));

export default defineConfig({
	plugins: [reactRouter()],
	resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
	build: { target: "es2022", assetsInlineLimit: 0 },
	ssr: { external: ["better-sqlite3"] },
	define: { __BUILD__: JSON.stringify({ version, commit: readCommit() }) },
});

/** The commit that is built, or null where this is no working copy of git's. */
function readCommit(): string | null {
	try {
		return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
			cwd: import.meta.dirname,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
		}).trim();
	} catch {
		return null;
	}
}
