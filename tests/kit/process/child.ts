import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import readline from "node:readline";

const CHILDREN = path.join(import.meta.dirname, "../children");

export type Child = {
	process: ChildProcess;
	/** The lines that it has written to stdout so far. */
	lines: string[];
	errors: string[];
	/** Resolves with the first line that `matches` accepts, past or future. */
	line: (matches: (line: string) => boolean) => Promise<string>;
	/** Kills it as a crash would. Resolves once it is gone. */
	kill: () => Promise<void>;
	/** Its exit code, once its whole output was read. */
	exit: Promise<number | null>;
};

/** Starts a script of tests/kit/children, which may import the app, in its own process. */
export function startChild(
	script: string,
	{ args = [], env = {} }: { args?: string[]; env?: Record<string, string | undefined> } = {},
): Child {
	const command = [process.execPath, `${CHILDREN}/${script}.ts`, ...args];
	return startProcess(script, command, { env: { ...process.env, ...env } });
}

/** Starts a command and reads what it writes. `name` is for the error when it ends too early. */
export function startProcess(
	name: string,
	[command, ...args]: string[],
	options: { cwd?: string; env: Record<string, string | undefined>; uid?: number },
): Child {
	const child = spawn(command as string, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
	const lines: string[] = [];
	const errors: string[] = [];
	const waiting = new Set<() => void>();
	readline.createInterface({ input: child.stdout }).on("line", (line) => {
		lines.push(line);
		for (const look of waiting) look();
	});
	readline.createInterface({ input: child.stderr }).on("line", (line) => errors.push(line));
	const exit = once(child, "close").then(([code]) => code as number | null);

	function line(matches: (line: string) => boolean): Promise<string> {
		return new Promise((resolve, reject) => {
			const look = () => {
				const found = lines.find(matches);
				if (found === undefined) return;
				waiting.delete(look);
				resolve(found);
			};
			waiting.add(look);
			look();
			exit.then((code) => reject(new Error(`${name} ended with ${code}:\n${errors.join("\n")}`)));
		});
	}

	async function kill(): Promise<void> {
		child.kill("SIGKILL");
		await exit;
	}

	return { process: child, lines, errors, line, kill, exit };
}
