/**
 * Runs before every npm script, on any Node and without dependencies. Installs from the lockfile
 * when it has changed; the lockfile brings the Node that runs everything else.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const root = path.join(
	import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
	"..",
);
const stamp = path.join(root, "node_modules/.smallprint-installed");
const wanted = createHash("sha256")
	.update(fs.readFileSync(path.join(root, "package-lock.json")))
	.digest("hex");

if (!fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== wanted) {
	process.stdout.write("Installing from package-lock.json …\n");
	// No installed package needs an install script, and Prisma's would download an engine.
	const npm = process.env.npm_execpath;
	const [command, ...first] = npm ? [process.execPath, npm] : ["npm"];
	const { status } = spawnSync(
		command,
		[...first, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
		{ cwd: root, stdio: "inherit", env: { ...process.env, npm_config_engine_strict: "false" } },
	);
	if (status !== 0) fail("The install failed. Look at npm's message above and run it again.");
	fs.writeFileSync(stamp, wanted);
}

const [major] = process.versions.node.split(".").map(Number);
const hasPinnedNode = ["node", "node.exe", "node.cmd"].some((name) =>
	fs.existsSync(path.join(root, "node_modules/.bin", name)),
);
if (!hasPinnedNode && major < 24) {
	fail(`Smallprint needs Node 24 or newer here; this is ${process.version}.`);
}

/** @param {string} sentence */
function fail(sentence) {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}
