import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const OPERATIONS = path.join(import.meta.dirname, "../../docs/operations.md");

/** Returns a file as docs/operations.md has it: the block of code that names its path in a comment. */
export function documentedFile(name: string): string {
	const blocks = fs.readFileSync(OPERATIONS, "utf8").matchAll(/^( *)```\w*\n([\s\S]*?)^ *```$/gm);
	for (const [, indent = "", text = ""] of blocks) {
		const lines = text.split("\n").map((line) => line.slice(indent.length));
		const at = lines.findIndex((line) => line.startsWith(`# ${name}`));
		// A script has its interpreter in the first line.
		if (at === 0 || at === 1) return lines.join("\n");
	}
	return assert.fail(`docs/operations.md has no ${name}`);
}

/** Returns the settings of a documented main.cf. */
export function settingsIn(text: string): Record<string, string> {
	const lines = text.split("\n").filter((line) => line.includes(" = ") && !line.startsWith("#"));
	return Object.fromEntries(
		lines.map((line) => {
			const [name = "", ...value] = line.split(" = ");
			return [name, value.join(" = ")];
		}),
	);
}
