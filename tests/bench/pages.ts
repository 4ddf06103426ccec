/** Measures single pages over a database of their own, at any size. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { applyMigrations } from "../../bin/migrate.ts";
import { createClient } from "../kit/http/client.ts";
import { startServer } from "../kit/process/server.ts";
import { percentile } from "../kit/report.ts";

const ROUNDS = 40;

/** Migrates a database in a new folder, for a server and for the app's modules in this process. */
export async function openDatabase() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-bench-"));
	const file = path.join(folder, "smallprint.db");
	await applyMigrations(file);
	process.env.DATABASE_URL = `file:${file}`;
	return { file, remove: () => fs.rmSync(folder, { recursive: true }) };
}

/** Prints the median time of each page, for somebody who is signed in. */
export async function measurePages(
	file: string,
	cookie: string,
	{ asked, pages }: { asked: string; pages: [name: string, address: string][] },
): Promise<void> {
	const server = await startServer(file);
	const client = createClient(server.url, { cookie });
	for (const [name, address] of pages) {
		await measure(name, asked, async () => {
			const { status } = await client.get(address);
			if (status !== 200) throw new Error(`${address}: ${status}`);
		});
	}
	await server.stop();
}

/** Prints the median time of some work. */
export async function measure(name: string, asked: string, work: (n: number) => Promise<unknown>) {
	const times: number[] = [];
	for (let n = 0; n < ROUNDS; n += 1) {
		const begun = performance.now();
		await work(n);
		times.push(performance.now() - begun);
	}
	const median = percentile(times, 0.5).toFixed(1);
	process.stdout.write(`${name}: ${median} ms at the median, asked: ${asked}\n`);
}

/** Seeds a database, and prints what with and how long it took. */
export async function measureSeed(what: string, seed: () => unknown): Promise<void> {
	const started = performance.now();
	await seed();
	const seconds = ((performance.now() - started) / 1000).toFixed(0);
	process.stdout.write(`seeded: ${what} in ${seconds} s\n`);
}
