import { once } from "node:events";
import Database from "better-sqlite3";
import { pause, until } from "../cluster/until.ts";
import type { MovableClock } from "../kit/clock.ts";
import { createClient } from "../kit/http/client.ts";
import { startServer, type TestServer } from "../kit/process/server.ts";
import { seededRandom } from "../kit/random.ts";
import { describeTimes, type Row } from "../kit/report.ts";
import type { FakePostmark } from "../kit/stand-ins/postmark.ts";
import { type Acknowledged, type Author, type Ledger, write } from "./writer.ts";

/** The least number of writes between two crashes. */
const LEAST_WRITES = 20;
/** The number of mails that the outbox sends at once. */
const MAILS_AT_ONCE = 5;
const LOAD_MS = 700;
const PATIENCE_MS = 60_000;
/** Longer than any lease of a mail that was under way at a crash. */
const LEASE_OVER_MS = 5 * 60_000;
const START_MS = 10_000;
const DRAIN_MS = 300_000;

export type Site = { file: string; env: Record<string, string>; url: string; authors: Author[] };

type Options = {
	times: number;
	seed: number;
	postmark: FakePostmark;
	clock: MovableClock;
};

/**
 * Kills the server at random moments during writes. After each start, every acknowledged write must
 * be in the database, and in the end, every mail must have left.
 */
export async function crash(
	{ file, env, url, authors }: Site,
	{ times, seed, postmark, clock }: Options,
): Promise<Row[]> {
	const random = seededRandom(seed);
	const ledger: Ledger = { acknowledged: [], faults: [], cut: 0, shed: 0 };
	const starts: number[] = [];
	const errors: string[] = [];
	const broken: string[] = [];
	let isOver = false;
	let lost = 0;
	let checked = 0;

	const start = async (): Promise<TestServer> => {
		const started = performance.now();
		const server = await startServer(file, env);
		await createClient(url).get("/healthz");
		starts.push(performance.now() - started);
		return server;
	};
	/** Checks the writes that were acknowledged since the last check. */
	const check = () => {
		const all = ledger.acknowledged.length;
		lost += countMissing(file, ledger.acknowledged.slice(checked, all));
		checked = all;
		broken.push(...faultsOf(file));
	};

	let server = await start();
	const writers = authors.map((author) => write(url, author, ledger, () => isOver));
	for (let n = 0; n < times; n += 1) {
		const enough = ledger.acknowledged.length + LEAST_WRITES;
		await until("people write", () => ledger.acknowledged.length >= enough, PATIENCE_MS);
		await pause(random() * LOAD_MS);
		const gone = once(server.process, "exit");
		server.process.kill("SIGKILL");
		await gone;
		errors.push(...server.errors);
		server = await start();
		check();
		if ((n + 1) % 10 === 0) process.stdout.write(`${n + 1} of ${times} crashes\n`);
	}
	isOver = true;
	await Promise.all(writers);
	clock.set(LEASE_OVER_MS);
	server.process.kill("SIGUSR2");
	const counts = () => countMail(file);
	await until("every mail has left", () => counts().waiting === 0, DRAIN_MS).catch(() => {});
	const { waiting, failed, all } = counts();
	const code = await server.stop();
	errors.push(...server.errors);
	// Check all of them again: a later crash could have removed what an earlier one had left.
	checked = 0;
	lost = 0;
	check();

	const accepted = postmark.accepted.map(({ Metadata }) => Metadata.outbox_id);
	const again = accepted.length - new Set(accepted).size;
	const unsent = all - new Set(accepted).size;
	const twice = countDoubles(file);
	for (const line of [...ledger.faults, ...errors, ...broken].slice(0, 20)) {
		process.stdout.write(`${line}\n`);
	}
	const writes = ledger.acknowledged.length.toLocaleString("en");
	const what = `\`kill -9\` ${times} times, at random moments, while ${authors.length} people write`;
	return [
		{
			what: `${what}: acknowledged writes lost`,
			asked: "none",
			seen: `${lost} of ${writes}`,
			isMet: lost === 0 && ledger.acknowledged.length > times * 10,
		},
		{
			what: "writes made twice, though what got no answer was sent again",
			asked: "none",
			seen: `${twice}; ${ledger.cut.toLocaleString("en")} times there was no answer`,
			isMet: twice === 0,
		},
		{
			what: "`PRAGMA integrity_check` and `foreign_key_check` after each crash",
			asked: "ok",
			seen: broken.length === 0 ? "ok each time" : `${broken.length} faults`,
			isMet: broken.length === 0,
		},
		{
			what: "mails lost",
			asked: "none",
			seen: `${unsent + waiting + failed} of ${all.toLocaleString("en")}`,
			isMet: unsent + waiting + failed === 0 && all > 0,
		},
		{
			what: "mails sent again, because the crash came between sending and noting it",
			asked: `at most ${MAILS_AT_ONCE} a crash, with the same id`,
			seen: String(again),
			isMet: again <= times * MAILS_AT_ONCE,
		},
		{
			what: "answers that were neither success nor 503 with `Retry-After`, and errors in the log",
			asked: "none",
			seen: String(ledger.faults.length + errors.length),
			isMet: ledger.faults.length + errors.length === 0 && code === 0,
		},
		{
			what: "from the start of the process to its first answer, after a crash and under this load",
			asked: `within ${START_MS / 1000} s`,
			seen: describeTimes(starts),
			isMet: Math.max(...starts) <= START_MS,
		},
	];
}

const PROOFS: Record<Acknowledged["kind"], string> = {
	document: "SELECT count(*) FROM Document WHERE requestId = ?",
	version: "SELECT count(*) FROM DocumentVersion WHERE content = ?",
	submission: "SELECT count(*) FROM Submission WHERE email = ?",
	message: "SELECT count(*) FROM Message WHERE requestId = ?",
};

/** Counts the acknowledged writes that the database lacks, and submissions without their mail. */
function countMissing(file: string, acknowledged: Acknowledged[]): number {
	return read(file, (database) => {
		const mail = database.prepare("SELECT count(*) FROM OutboxMail WHERE recipient = ?").pluck();
		const missing = acknowledged.filter((one) => {
			const value = "requestId" in one ? one.requestId : "email" in one ? one.email : one.content;
			const isThere = database.prepare(PROOFS[one.kind]).pluck().get(value) !== 0;
			return !isThere || (one.kind === "submission" && mail.get(value) !== 1);
		});
		return missing.length;
	});
}

/** Counts submissions and mails that exist twice although the visitor sent one. */
function countDoubles(file: string): number {
	return read(file, (database) => {
		const count = (sql: string) => database.prepare(sql).pluck().get() as number;
		return (
			count("SELECT count(*) - count(DISTINCT email) FROM Submission") +
			count("SELECT count(*) - count(DISTINCT content) FROM DocumentVersion WHERE revision > 1") +
			count("SELECT count(*) - count(DISTINCT requestId) FROM Message") +
			count("SELECT count(*) - count(DISTINCT requestId) FROM Document")
		);
	});
}

function countMail(file: string): { waiting: number; failed: number; all: number } {
	return read(file, (database) => {
		const counts = database.prepare(
			`SELECT count(*) AS "all", count(failedAt) AS failed,
			count(*) - count(sentAt) - count(failedAt) AS waiting FROM OutboxMail`,
		);
		return counts.get() as { waiting: number; failed: number; all: number };
	});
}

function faultsOf(file: string): string[] {
	return read(file, (database) => {
		const integrity = database.pragma("integrity_check", { simple: true });
		const orphans = (database.pragma("foreign_key_check") as unknown[]).length;
		return [
			...(integrity === "ok" ? [] : [`integrity_check: ${integrity}`]),
			...(orphans === 0 ? [] : [`foreign_key_check: ${orphans} rows`]),
		];
	});
}

function read<T>(file: string, work: (database: Database.Database) => T): T {
	const database = new Database(file, { readonly: true, timeout: 10_000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}
