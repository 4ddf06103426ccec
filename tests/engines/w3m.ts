import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { until } from "../kit/until.ts";
import { type Engine, singleSpaced } from "./engine.ts";

const W3M = "/usr/bin/w3m";
/** Empties the line that w3m offers at a prompt. */
const EMPTY = "\u0015";
const ENTER = "\r";
const TAB = "\t";
/** By then, w3m has written a page or dropped the keys that ask for it. */
const ANSWER_MS = 5_000;

export function hasW3m(): boolean {
	return fs.existsSync(W3M) && fs.existsSync("/usr/bin/script");
}

/** Starts w3m on a terminal that is high enough for a whole page, and types its keys. */
export async function startW3m(folder: string): Promise<Engine> {
	const typed = path.join(folder, "typed.txt");
	const editor = path.join(folder, "editor.sh");
	fs.writeFileSync(editor, `#!/bin/sh\ncat "${typed}" > "$1"\n`, { mode: 0o755 });
	const start = path.join(folder, "start.html");
	fs.writeFileSync(start, "<p>Nothing yet");
	const command = `stty rows 200 cols 160 && exec ${W3M} -cookie -o accept_cookie=1 ${start}`;
	const terminal = spawn("script", ["-qfec", command, "/dev/null"], {
		env: { PATH: process.env.PATH, HOME: folder, TERM: "xterm", EDITOR: editor, LANG: "C.UTF-8" },
		stdio: ["pipe", "pipe", "ignore"],
	});
	let shown = "";
	let written = 0;
	terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
		shown += text;
	});
	const type = (...keys: string[]) => terminal.stdin.write(keys.join(""));
	/** From the top of the page on; the words are a regular expression. */
	const search = (words: string) => type("g", "/", EMPTY, words, ENTER);
	const literal = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

	/** Asks again until there is a file, because w3m drops keys that come while it loads a page. */
	async function text(): Promise<string> {
		let file = "";
		let askedAt = Number.NEGATIVE_INFINITY;
		await until("w3m writes the page", () => {
			if (performance.now() - askedAt > ANSWER_MS) {
				written += 1;
				file = path.join(folder, `page-${written}.txt`);
				type("S", EMPTY, file, ENTER);
				askedAt = performance.now();
			}
			return fs.existsSync(file) && fs.statSync(file).size > 0;
		});
		return singleSpaced(fs.readFileSync(file, "utf8"));
	}

	// Until then, the terminal and not w3m would take the keys.
	await until("w3m shows its first page", () => shown.includes("Viewing"));
	return {
		open: async (address) => void type("U", EMPTY, address, ENTER),
		fill: async (label, words) => {
			search(`^ *${literal(label)}`);
			type(TAB, ENTER, EMPTY, words, ENTER);
		},
		fillLines: async (label, words) => {
			fs.writeFileSync(typed, words);
			search(`^ *${literal(label)}`);
			type(TAB, ENTER);
		},
		press: async (name) => {
			type("G", "?", EMPTY, `^ *${literal(name)}`, ENTER, ENTER);
		},
		follow: async (name) => {
			search(literal(name));
			type(ENTER);
		},
		text,
		stop: async () => {
			terminal.kill();
			await once(terminal, "close");
		},
	};
}
