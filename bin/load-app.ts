import fs from "node:fs";
import path from "node:path";
import type { AppBuild } from "../server/build.ts";
import { databaseFile, refuse } from "./database-file.ts";
import { migrateOrRefuse } from "./migrate.ts";

/**
 * Applies missing migrations and returns the built app, for a command that works on its database.
 * Ends the process with a sentence when there is no build, or the migrations can't be applied.
 */
export async function loadApp(): Promise<AppBuild["entry"]["module"]> {
	const build = new URL("../build/server/index.js", import.meta.url);
	if (!fs.existsSync(build))
		refuse("Smallprint is not built yet. Run npm start once, or npm run build.");
	process.chdir(path.join(import.meta.dirname, ".."));
	if (!process.env.LITEFS_DIR) await migrateOrRefuse(databaseFile());
	return ((await import(build.href)) as AppBuild).entry.module;
}
