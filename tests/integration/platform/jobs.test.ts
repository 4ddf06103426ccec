import { beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "#app/platform/db/db.server.ts";
import {
	enqueueJob,
	type Job,
	type JobKind,
	type Outcome,
	runDueJobs,
	startJob,
} from "#app/platform/jobs/job.server.ts";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { stopClock } from "../../kit/stop-clock.ts";

let advance: (ms: number) => void;
let errors: unknown[];

beforeEach(async () => {
	advance = stopClock();
	errors = [];
	await transaction((tx) => tx.job.deleteMany());
});

function kindOf(run: (job: Job) => Promise<Outcome>, atOnce = 2): JobKind {
	return { name: "test", atOnce, firstRetryMs: SECOND_MS, longestRetryMs: HOUR_MS, run };
}

/** A kind whose runs are recorded by their keys, and all end like this. */
function recording(next: "done" | "retry" = "done"): { kind: JobKind; ran: string[] } {
	const ran: string[] = [];
	const kind = kindOf(async ({ key }) => {
		ran.push(key);
		return { next };
	});
	return { kind, ran };
}

function enqueue(kind: JobKind, ...jobs: Parameters<typeof enqueueJob>[2][]): Promise<void> {
	return transaction(async (tx) => {
		for (const job of jobs) enqueueJob(tx, kind, job);
	});
}

function runDue(kind: JobKind): Promise<number> {
	return runDueJobs(kind, (error) => errors.push(error));
}

describe("a job", () => {
	test("asked for again comes once, at the earlier moment", async () => {
		const { kind, ran } = recording();
		const now = new Date("2026-11-21T08:00:00.000Z");
		await enqueue(kind, { key: "a", dueAt: later(now, HOUR_MS) });
		await enqueue(kind, { key: "a", dueAt: later(now, MINUTE_MS) });
		await enqueue(kind, { key: "a", dueAt: later(now, HOUR_MS) });
		advance(MINUTE_MS - 1);
		expect(await runDue(kind)).toBe(0);
		advance(1);
		expect(await runDue(kind)).toBe(1);
		expect(ran).toEqual(["a"]);
		expect(await db.job.count()).toBe(0);
	});

	test("put off for the longest wait stays put off for a worker whose clock is a moment behind", async () => {
		const { kind, ran } = recording("retry");
		await enqueue(kind, { key: "a" });
		// From the 13th try on, the wait is the longest there is.
		await transaction((tx) => tx.job.updateMany({ data: { attempts: 20 } }));
		advance(SECOND_MS);
		expect(await runDue(kind)).toBe(1);
		advance(-1);
		expect(await runDue(kind)).toBe(0);
		advance(HOUR_MS + 1);
		expect(await runDue(kind)).toBe(1);
		expect(ran).toEqual(["a", "a"]);
	});

	test("asked for while it runs comes once more", async () => {
		let runs = 0;
		const kind = kindOf(async ({ key }) => {
			runs += 1;
			if (runs === 1) await enqueue(kind, { key });
			return { next: "done" };
		});
		await enqueue(kind, { key: "a" });
		while ((await runDue(kind)) > 0);
		expect(runs).toBe(2);
		expect(await db.job.count()).toBe(0);
	});

	test("asked for while it runs, for a later moment, comes once more", async () => {
		let runs = 0;
		const kind = kindOf(async ({ key }) => {
			runs += 1;
			const dueAt = new Date("2026-11-21T09:00:00.000Z");
			if (runs === 1) await enqueue(kind, { key, dueAt });
			return { next: "done" };
		});
		await enqueue(kind, { key: "a" });
		expect(await runDue(kind)).toBe(1);
		advance(HOUR_MS);
		while ((await runDue(kind)) > 0);
		expect(runs).toBe(2);
		expect(await db.job.count()).toBe(0);
	});

	test("that plans itself for the moment that it comes again is not run before", async () => {
		let runs = 0;
		const dueAt = new Date("2026-11-21T09:00:00.000Z");
		const kind = kindOf(async ({ key }) => {
			runs += 1;
			await enqueue(kind, { key, dueAt });
			return { next: later(dueAt, MINUTE_MS) };
		});
		await enqueue(kind, { key: "a" });
		await runDue(kind);
		advance(2 * MINUTE_MS);
		expect(await runDue(kind)).toBe(0);
		advance(HOUR_MS - 2 * MINUTE_MS);
		expect(await runDue(kind)).toBe(1);
		expect(runs).toBe(2);
	});

	test("that throws is logged and tried again, later each time, and holds up no other", async () => {
		const fault = new Error("no such thing");
		const ran: string[] = [];
		const kind = kindOf(async ({ key }) => {
			if (key === "a") throw fault;
			ran.push(key);
			return { next: "done" };
		});
		await enqueue(kind, { key: "a" }, { key: "b" });
		expect(await runDue(kind)).toBe(2);
		expect(errors).toEqual([fault]);
		expect(ran).toEqual(["b"]);
		for (const wait of [1, 2, 4]) {
			advance(wait * SECOND_MS - 1);
			expect(await runDue(kind)).toBe(0);
			advance(1);
			expect(await runDue(kind)).toBe(1);
		}
	});

	test("that comes again begins its waits anew", async () => {
		const next = new Date("2026-11-21T09:00:00.000Z");
		const kind = kindOf(async ({ attempts }) => ({ next: attempts === 1 ? "retry" : next }));
		await enqueue(kind, { key: "a" });
		await runDue(kind);
		advance(SECOND_MS);
		await runDue(kind);
		expect(await db.job.findMany()).toEqual([
			{ kind: "test", key: "a", groupKey: null, dueAt: next, againAt: null, attempts: 0 },
		]);
	});

	test("that was cut off comes again once its lease is over, and its late result is kept", async () => {
		const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
		const stored: string[] = [];
		const kind = kindOf(async ({ attempts }) => {
			if (attempts === 1) await finished;
			return { next: "done", store: () => stored.push(`attempt ${attempts}`) };
		});
		await enqueue(kind, { key: "a" });
		const slow = runDue(kind);
		await expect.poll(() => db.job.findFirst()).toMatchObject({ attempts: 1 });
		advance(MINUTE_MS - 1);
		expect(await runDue(kind)).toBe(0);
		advance(1);
		expect(await runDue(kind)).toBe(1);
		finish();
		await slow;
		expect(stored).toEqual(["attempt 2", "attempt 1"]);
		expect(await db.job.count()).toBe(0);
	});
});

test("the jobs of a group run one after another, in the order of their keys", async () => {
	const { kind, ran } = recording();
	const jobs = ["b", "c", "a"].map((key) => ({ key, group: "one" }));
	await enqueue(kind, ...jobs, { key: "z", group: "two" });
	while ((await runDue(kind)) > 0);
	expect(ran.toSorted()).toEqual(["a", "b", "c", "z"]);
	expect(ran.filter((key) => key !== "z")).toEqual(["a", "b", "c"]);
});

test("a worker runs what was stored, and nothing of a transaction that failed", async () => {
	const { kind, ran } = recording();
	const stop = startJob(kind, (error) => errors.push(error));
	const failing = transaction(async (tx) => {
		enqueueJob(tx, kind, { key: "never" });
		throw new Error("rolled back");
	});
	await expect(failing).rejects.toThrow("rolled back");
	await enqueue(kind, { key: "a" });
	await expect.poll(() => ran).toEqual(["a"]);
	await stop();
	await enqueue(kind, { key: "b" });
	expect([ran, errors]).toEqual([["a"], []]);
});
