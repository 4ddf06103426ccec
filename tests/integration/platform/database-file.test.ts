import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../../..");

/** Returns the file that a command uses when it is called from another folder. */
function fileOf(databaseUrl: string): string {
	const module = pathToFileURL(path.join(root, "bin/database-file.ts")).href;
	const program = `import { databaseFile } from ${JSON.stringify(module)}; console.log(databaseFile());`;
	const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
		cwd: os.tmpdir(),
		encoding: "utf8",
		env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
	});
	return stdout.trim();
}

test.each([
	["an empty address", "", path.join(root, "data/smallprint.db")],
	["a relative address", "file:./other/site.db", path.join(root, "other/site.db")],
	["an absolute address", "file:/srv/site.db", "/srv/site.db"],
])("a command finds the database of %s where the server does, from any folder", (_, url, file) => {
	expect(fileOf(url)).toBe(file);
});
