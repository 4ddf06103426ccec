import fs from "node:fs";
import path from "node:path";
import type { AppBuild } from "../server/build.ts";
import { build, generate, root, run } from "./run.ts";

/**
 * The built app, for a command that works on its database: built and migrated where it is out of
 * date. The container's image has no sources, and both are done. Ends the process where it can't be.
 */
export async function loadApp(): Promise<AppBuild["entry"]["module"]> {
	process.chdir(root);
	const hasSources = fs.existsSync(path.join(root, "app/routes.ts"));
	const isReady = !hasSources || (generate() && build() && run("node", ["prisma/migrate.ts"]));
	if (!isReady) process.exit(1);
	const file = new URL("../build/server/index.js", import.meta.url).href;
	return ((await import(file)) as AppBuild).entry.module;
}
