import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

class Busy extends Error {}

/** A piece of work that goes on until `end` is called. */
function createWork() {
	const { promise, resolve } = Promise.withResolvers<void>();
	const work = { hasBegun: false, end: resolve, run: () => promise };
	work.run = () => {
		work.hasBegun = true;
		return promise;
	};
	return work;
}

/** Lets everything happen that waits for nothing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("so many run at once, the next wait in their order, and one more is refused", async () => {
	const inTurn = createTurns({ atOnce: 2, waiting: 2, busy: () => new Busy() });
	const works = Array.from({ length: 4 }, createWork);
	const done = works.map(({ run }) => inTurn(run));
	await expect(inTurn(createWork().run)).rejects.toThrow(Busy);
	expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false, false]);
	works[1]?.end();
	await settle();
	expect(works.map(({ hasBegun }) => hasBegun)).toEqual([true, true, true, false]);
	for (const { end } of works) end();
	await Promise.all(done);
});

test("a place is free again after work that failed", async () => {
	const inTurn = createTurns({ atOnce: 1, waiting: 0, busy: () => new Busy() });
	await expect(inTurn(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(await inTurn(async () => 7)).toBe(7);
});

test("whoever gives up while waiting leaves the place in the line to others", async () => {
	const inTurn = createTurns({ atOnce: 1, waiting: 1, busy: () => new Busy() });
	const [first, given, last] = [createWork(), createWork(), createWork()];
	const leaving = new AbortController();
	const running = inTurn(first.run);
	const waiting = inTurn(given.run, leaving.signal);
	leaving.abort(new Error("left"));
	await expect(waiting).rejects.toThrow("left");
	const after = inTurn(last.run);
	first.end();
	await running;
	await settle();
	expect([given.hasBegun, last.hasBegun]).toEqual([false, true]);
	last.end();
	await after;
	await expect(inTurn(given.run, AbortSignal.abort(new Error("left")))).rejects.toThrow("left");
	expect(given.hasBegun).toBe(false);
});
