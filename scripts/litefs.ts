import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root, run } from "./run.ts";

const VERSION = "v0.5.14";
const BUILD_MS = 600_000;

const folder = path.join(root, "node_modules/.cache/smallprint", `litefs-${VERSION}`);

export const LITEFS = path.join(folder, "litefs");

/**
 * Makes sure that LiteFS is there and can mount. Building it with Go takes minutes and happens
 * once. Otherwise, or with `mayBuild` false and no build, prints why and returns false.
 */
export function findLiteFs({ mayBuild = true } = {}): boolean {
	const missing = whatIsMissing(mayBuild);
	if (missing === null) return true;
	process.stdout.write(`There is no cluster of LiteFS here, because ${missing}.\n`);
	return false;
}

function whatIsMissing(mayBuild: boolean): string | null {
	if (process.platform !== "linux" || !fs.existsSync("/dev/fuse")) return "/dev/fuse is missing";
	// As in the container: only root can let other users read its mount.
	if (process.getuid?.() !== 0) return "it has to be mounted by root";
	if (!mayBuild && !fs.existsSync(LITEFS)) {
		return 'it is not built yet ("npm run test:cluster" does so)';
	}
	if (!has("fusermount3")) {
		run("apt-get", ["update", "-qq"]);
		run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "fuse3"]);
	}
	if (!has("fusermount3")) return 'fusermount3 is missing (run "apt-get install fuse3")';
	if (fs.existsSync(LITEFS)) return null;
	if (!has("go")) return "Go is not installed";
	return build() ? null : "Go could not build it (are there a network and a C compiler?)";
}

/**
 * Builds in a module of its own. `go install …@version` first asks for the list of all versions,
 * which not every module proxy has.
 */
function build(): boolean {
	process.stdout.write(`Building LiteFS ${VERSION} …\n`);
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(
		path.join(folder, "go.mod"),
		`module smallprint.invalid/litefs\n\ngo 1.21\n\nrequire github.com/superfly/litefs ${VERSION}\n`,
	);
	const { status } = spawnSync(
		"go",
		[
			"build",
			"-mod=mod",
			"-buildvcs=false",
			"-tags=osusergo,netgo,sqlite_omit_load_extension",
			"-o",
			LITEFS,
			"github.com/superfly/litefs/cmd/litefs",
		],
		{ cwd: folder, env: { ...process.env, CGO_ENABLED: "1" }, stdio: "inherit", timeout: BUILD_MS },
	);
	return status === 0 && fs.existsSync(LITEFS);
}

function has(command: string): boolean {
	return spawnSync(command, ["--help"], { stdio: "ignore" }).error === undefined;
}
