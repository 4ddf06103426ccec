import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { LITEFS } from "../../scripts/litefs.ts";
import { root } from "../../scripts/run.ts";
import { until } from "../kit/until.ts";

type Options = {
	name: string;
	folder: string;
	/** The app's port, and LiteFS's own. */
	port: number;
	litefsPort: number;
	/** The primary's name, and its address for this node. */
	primary: string;
	primaryUrl: string;
	env: Record<string, string>;
};

/** A machine of the cluster: LiteFS with the app as its child, started as in the container. */
export class Node {
	readonly name: string;
	readonly port: number;
	/** Where LiteFS is mounted. */
	readonly mount: string;
	readonly logFile: string;
	#options: Options;
	#process: ChildProcess | null = null;

	constructor(options: Options) {
		this.#options = options;
		this.name = options.name;
		this.port = options.port;
		this.mount = path.join(options.folder, "mount");
		this.logFile = path.join(options.folder, "log");
		fs.mkdirSync(this.mount, { recursive: true });
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	get databaseFile(): string {
		return path.join(this.mount, "smallprint.db");
	}

	/** The database file of this node without LiteFS, which a primary takes over. */
	get plainFile(): string {
		return path.join(this.#options.folder, "smallprint.db");
	}

	/** The transaction id and checksum of the database. Nodes with equal ones hold the same bytes. */
	position(): string {
		return fs.readFileSync(`${this.databaseFile}-pos`, "utf8").trim();
	}

	/** Starts LiteFS and the app, with `environment` added, and waits until the app serves. */
	async start(environment: Record<string, string> = {}): Promise<void> {
		this.#launch(environment);
		await until(`${this.name} serves`, async () => (await this.status("/healthz")) === 200, 30_000);
	}

	#launch(environment: Record<string, string>): void {
		const { name, folder, port, litefsPort, primary, primaryUrl, env } = this.#options;
		const log = fs.openSync(this.logFile, "a");
		this.#process = spawn("bin/container.sh", {
			cwd: root,
			// A process group of its own, so that a crash kills the app too.
			detached: true,
			stdio: ["ignore", log, log],
			env: {
				PATH: `${path.dirname(LITEFS)}${path.delimiter}${process.env.PATH}`,
				// The container's user doesn't exist on every machine.
				AS_NODE: "",
				NODE_ENV: "production",
				...env,
				HOST: "127.0.0.1",
				PORT: String(port),
				LITEFS_DIR: this.mount,
				DATA: folder,
				DATABASE_URL: `file:${this.plainFile}`,
				LITEFS_ADDR: `127.0.0.1:${litefsPort}`,
				LITEFS_PRIMARY: primary,
				LITEFS_PRIMARY_URL: primaryUrl,
				FLY_MACHINE_ID: name,
				...environment,
			},
		});
		fs.closeSync(log);
	}

	/** Makes another node the primary from this node's next start on. */
	follow(primary: Node): void {
		this.#options.primary = primary.name;
		this.#options.primaryUrl = `http://127.0.0.1:${primary.#options.litefsPort}`;
	}

	/** The status of the app's response; null when there is none. */
	async status(address: string): Promise<number | null> {
		try {
			const response = await fetch(this.url + address, { redirect: "manual" });
			await response.arrayBuffer();
			return response.status;
		} catch {
			return null;
		}
	}

	/** Ends LiteFS and the app as a power cut would (SIGKILL), or as an operator does (SIGTERM). */
	async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
		const child = this.#process;
		if (!child?.pid) return;
		this.#process = null;
		const gone = once(child, "exit");
		process.kill(signal === "SIGKILL" ? -child.pid : child.pid, signal);
		await gone;
		await until(`the app of ${this.name} is gone`, async () => !isGroupAlive(child.pid as number));
		spawnSync("fusermount3", ["-u", "-z", this.mount], { stdio: "ignore" });
	}
}

function isGroupAlive(pid: number): boolean {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}
