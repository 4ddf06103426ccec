import { afterEach, expect, test, vi } from "vitest";
import { startWorker } from "./worker.server.ts";

afterEach(() => {
	vi.useRealTimers();
});

type Options = { pollMs?: number; onError?: (error: unknown) => void };

/** Starts a worker that would wait for longer than a test before it polls again. */
function start(work: () => Promise<number>, { pollMs = 60_000, onError = () => {} }: Options = {}) {
	return startWorker(pollMs, work, onError);
}

test("a worker that always finds something to do lets others go on, and can be stopped", async () => {
	let rounds = 0;
	const stop = start(async () => {
		rounds += 1;
		return 1;
	});
	await new Promise((resolve) => setTimeout(resolve));
	expect(rounds).toBeGreaterThan(0);
	await stop();
	const stoppedAt = rounds;
	await new Promise((resolve) => setTimeout(resolve));
	expect(rounds).toBe(stoppedAt);
});

test("a worker that fails says so and waits before it tries again", async () => {
	const errors: unknown[] = [];
	const stop = start(() => Promise.reject(new Error("no disk")), {
		onError: (error) => errors.push(error),
	});
	await expect.poll(() => errors.length).toBe(1);
	await stop();
	expect(errors).toHaveLength(1);
});

test("a worker that keeps failing tries less often, and as before once it succeeds", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	let tries = 0;
	let fails = true;
	const stop = start(
		async () => {
			tries += 1;
			if (fails) throw new Error("no disk");
			return 0;
		},
		{ pollMs: 250 },
	);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(tries).toBeGreaterThan(10);
	expect(tries).toBeLessThan(20);
	fails = false;
	await vi.advanceTimersByTimeAsync(5_000);
	const before = tries;
	await vi.advanceTimersByTimeAsync(1_000);
	expect(tries - before).toBe(4);
	await stop();
});

test("a worker that is told to stop finishes what it is at, and begins nothing more", async () => {
	let begun = 0;
	let finished = 0;
	const stop = start(async () => {
		begun += 1;
		await new Promise((resolve) => setTimeout(resolve, 20));
		finished += 1;
		return 1;
	});
	await stop();
	expect([begun, finished]).toEqual([1, 1]);
});
