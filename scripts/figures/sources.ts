import fs from "node:fs";
import path from "node:path";
import { root } from "../run.ts";

/** A source file: its path in the project, with slashes, and its lines. */
export type Source = { file: string; lines: string[] };

const FOLDERS = ["app", "bin", "local", "server", "scripts", "tests"];
const GENERATED = "app/generated/";

/** Reads the project's own TypeScript, JavaScript and CSS, sorted by path. */
export function readSources(): Source[] {
	return FOLDERS.flatMap((folder) =>
		fs
			.readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
			.map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`)
			.filter((file) => /\.(?:tsx?|mjs|css)$/.test(file) && !file.startsWith(GENERATED))
			.sort()
			.map((file) => ({ file, lines: linesOf(path.join(root, file)) })),
	);
}

function linesOf(file: string): string[] {
	return fs.readFileSync(file, "utf8").trimEnd().split(/\r?\n/);
}
