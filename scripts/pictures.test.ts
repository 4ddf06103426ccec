import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "pictures");

test.each(["icon.html", "social.html"])("all that %s draws with is there", (name) => {
	const html = fs.readFileSync(path.join(folder, name), "utf8");
	const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = ""]) => file);
	expect(files.filter((file) => !fs.existsSync(path.join(folder, file)))).toEqual([]);
	expect(files).not.toEqual([]);
});
