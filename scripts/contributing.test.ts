import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./run.ts";

/** A file or a folder, by name or with asterisks: not a word of the code, nor a name to be chosen. */
const PATH = /^\.?\w[\w./*-]*(?:\.(?:tsx?|css|md|prisma|json|example)|\/)$/;

test("every file that the table of what a change touches names is there", () => {
	const page = fs.readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
	const [, table = ""] = /^## What a change touches$(.*?)^## /ms.exec(page) ?? [];
	const named = [...table.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);
	const paths = named.filter((word) => PATH.test(word));
	expect(paths.length).toBeGreaterThan(100);
	const folders = [root, path.join(root, "app")];
	const isThere = (one: string) => folders.some((cwd) => fs.globSync(one, { cwd }).length > 0);
	expect(paths.filter((one) => !isThere(one))).toEqual([]);
});
