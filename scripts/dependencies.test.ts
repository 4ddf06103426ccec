import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");

type Manifest = Record<
	"dependencies" | "devDependencies" | "optionalDependencies",
	Record<string, string>
>;

const manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as Manifest;
const [, ...sections] = fs
	.readFileSync(path.join(root, "docs/dependencies.md"), "utf8")
	.split("\n## ");

/** The rows of a section's table: the first cell and the "licence" cell. */
function rowsOf(section: string | undefined): { name: string; licence: string | undefined }[] {
	const [head = [], ...rows] = (section ?? "")
		.split("\n")
		.filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
		.map((line) => line.split("|").map((cell) => cell.trim()));
	const at = head.indexOf("licence");
	return rows.map((cells) => ({ name: (cells[1] ?? "").replaceAll("`", ""), licence: cells[at] }));
}

test.each([
	["dependencies", 0],
	["devDependencies", 1],
	["optionalDependencies", 2],
] as const)("the page on dependencies names each of the %s, and no other", (kind, at) => {
	const names = rowsOf(sections[at]).map(({ name }) => name);
	expect(names).toEqual(Object.keys(manifest[kind]));
});

test("each has the licence that the page says", () => {
	for (const { name, licence } of sections.flatMap(rowsOf)) {
		const file = path.join(root, "node_modules", name, "package.json");
		// Of the packages that bring Node, only the one for this system is installed.
		if (name.startsWith("node-") && !fs.existsSync(file)) continue;
		const { license } = JSON.parse(fs.readFileSync(file, "utf8")) as { license: string };
		expect([name, licence]).toEqual([name, license]);
	}
});

test("versions are pinned", () => {
	const { dependencies, devDependencies, optionalDependencies } = manifest;
	const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
	expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))).toEqual([]);
});
