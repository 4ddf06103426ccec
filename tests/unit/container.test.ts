import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");

function linesOf(file: string): string[] {
	return fs.readFileSync(path.join(root, file), "utf8").split("\n");
}

/** What the Dockerfile copies from the project by name, rather than all of it or from another stage. */
function copied(): string[] {
	return linesOf("Dockerfile")
		.filter((line) => /^COPY (?!--from)/.test(line))
		.flatMap((line) => line.split(/\s+/).slice(1, -1))
		.filter((name) => name !== ".");
}

test("the image's build is given every file that it copies", () => {
	const [first, ...rest] = linesOf(".dockerignore");
	expect(first).toBe("*");
	const given = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
	const names = copied();
	expect(names).toContain("server.ts");
	for (const name of names) {
		expect([name, fs.existsSync(path.join(root, name))]).toEqual([name, true]);
		const isGiven = given.some((one) => name === one || name.startsWith(`${one}/`));
		expect([name, isGiven]).toEqual([name, true]);
	}
});
