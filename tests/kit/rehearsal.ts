/** What the commands that measure or break things share, from their arguments to their exit code. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { applyMigrations } from "../../bin/migrate.ts";
import { build, generate } from "../../scripts/run.ts";
import { liftRateLimits } from "./process/database.ts";
import { HOSTED_ENV } from "./process/hosted.ts";
import { freePort } from "./process/server.ts";
import { seededRandom } from "./random.ts";
import { printRows, type Row, writeRows } from "./report.ts";
import { type FakePostmark, startPostmark } from "./stand-ins/postmark.ts";

/** A hosted site that no server serves yet. */
export type Site = {
	file: string;
	url: string;
	env: Record<string, string>;
	postmark: FakePostmark;
};

/**
 * `--short` is the round for CI, `--seed N` repeats an earlier run, `--write` renews its tables in
 * docs, and `--processes N` runs each server as N processes. A rehearsal's own numbers are arguments
 * too; each is given here as it is in a whole and in a short round. Of several parts, `--only PART`
 * runs one, and a short round the first.
 */
export class Rehearsal<Name extends string, Part extends string = never> {
	readonly isShort: boolean;
	readonly numbers: Record<Name, number>;
	readonly parts: Part[];
	readonly seed: number;
	readonly random: () => number;
	/** Removed at the end, unless something failed. */
	readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-rehearsal-"));
	readonly #processes: string;
	#isWritten: boolean;
	#tables = new Map<string, Row[]>();

	/** Builds the app. Exits when that fails. */
	constructor(numbers: Record<Name, { whole: number; short: number }>, parts: Part[] = []) {
		const texts = [
			...Object.keys(numbers),
			"seed",
			"processes",
			...(parts.length > 0 ? ["only"] : []),
		];
		const { values } = parseArgs({
			options: {
				...Object.fromEntries(texts.map((name) => [name, { type: "string" as const }])),
				short: { type: "boolean", default: false },
				write: { type: "boolean", default: false },
			},
		});
		const given: Record<string, string | boolean | undefined> = values;
		this.isShort = values.short;
		this.#isWritten = values.write;
		this.#processes = String(given.processes ?? 1);
		const usual = this.isShort ? "short" : "whole";
		this.numbers = Object.fromEntries(
			(Object.keys(numbers) as Name[]).map((name) => [
				name,
				Number(given[name] ?? numbers[name][usual]),
			]),
		) as Record<Name, number>;
		this.parts = parts.filter((part, at) =>
			given.only ? part === given.only : !this.isShort || at === 0,
		);
		this.seed = Number(given.seed ?? Math.floor(Math.random() * 2 ** 32));
		this.random = seededRandom(this.seed);
		if (!generate() || !build()) process.exit(1);
		process.stdout.write(`seed ${this.seed}\n`);
	}

	/** Migrates a database for a hosted site. The app's own modules use it in this process, too. */
	async openSite(env: Record<string, string> = {}): Promise<Site> {
		const file = path.join(this.folder, "smallprint.db");
		const port = await freePort();
		const postmark = await startPostmark();
		const url = `http://localhost:${port}`;
		await applyMigrations(file);
		liftRateLimits(file);
		Object.assign(process.env, HOSTED_ENV, { DATABASE_URL: `file:${file}`, APP_URL: url });
		const own = { PORT: String(port), PROCESSES: this.#processes };
		return { file, url, postmark, env: { ...hostedAt(url, postmark), ...own, ...env } };
	}

	/** Prints rows, for the table of this name in a document. */
	tell(table: string, rows: Row[]): void {
		printRows(rows);
		this.#tables.set(table, [...(this.#tables.get(table) ?? []), ...rows]);
	}

	/** Tells what `work` has seen. Prints what it throws. */
	async check(table: string, what: string, asked: string, work: () => Promise<string>) {
		const outcome = await work().then(
			(seen) => ({ seen, isMet: true }),
			(error: Error) => {
				process.stdout.write(`${error.stack}\n`);
				return { seen: "FAILED", isMet: false };
			},
		);
		this.tell(table, [{ what, asked, ...outcome }]);
	}

	/** Prints the totals and exits, with 1 when a row is not met. */
	end(): never {
		for (const [table, rows] of this.#tables) if (this.#isWritten) writeRows(table, rows);
		const rows = [...this.#tables.values()].flat();
		const failed = rows.filter(({ isMet }) => !isMet).length;
		process.stdout.write(`${rows.length - failed} passed, ${failed} failed\n`);
		if (failed === 0) fs.rmSync(this.folder, { recursive: true });
		else process.stdout.write(`The databases and logs are in ${this.folder}\n`);
		process.exit(failed === 0 ? 0 : 1);
	}
}

/** The environment of an app behind a proxy at `url`. */
export function hostedAt(url: string, postmark: FakePostmark): Record<string, string> {
	return { ...HOSTED_ENV, APP_URL: url, POSTMARK_API_URL: postmark.url, TRUST_PROXY: "true" };
}
