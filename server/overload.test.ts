import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueue } from "./overload.ts";

/** What passes in a turn of the event loop beside the request that it starts. */
const TURN_MS = 0.1;
const STEP_MS = 50;

let now: number;
let idle: number;
let server: EventEmitter;
let letIn: ReturnType<typeof createQueue>;

beforeEach(() => {
	now = 0;
	idle = 0;
	vi.useFakeTimers({ toFake: ["setImmediate"] });
	vi.spyOn(performance, "now").mockImplementation(() => now);
	vi.spyOn(performance, "eventLoopUtilization").mockImplementation((before) => {
		const spent = { idle: idle - (before?.idle ?? 0), active: now - idle - (before?.active ?? 0) };
		return { ...spent, utilization: spent.active / (spent.idle + spent.active) };
	});
	open();
});

afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

function open() {
	server = new EventEmitter();
	letIn = createQueue(server as never);
}

type Kind = { method?: string; msEach?: number; isComplete?: boolean };
type Asked = { at: number; isIn: boolean; ms?: number };

/** Asks for something that takes the thread `msEach`, or that is never answered. */
function ask({ method = "GET", msEach, isComplete = true }: Kind = {}): Asked {
	const response = Object.assign(new EventEmitter(), { headersSent: false, destroyed: false });
	const asked: Asked = { at: now, isIn: true };
	const request = { method, complete: isComplete };
	asked.isIn = letIn(request as IncomingMessage, response as unknown as ServerResponse, () => {
		if (msEach === undefined) return;
		now += msEach;
		asked.ms = now - asked.at;
		response.headersSent = true;
		response.emit("close");
	});
	return asked;
}

/** The event loop turns for `ms`. Without requests that wait, it is idle until then. */
function pass(ms: number) {
	const end = now + ms;
	while (now < end && vi.getTimerCount() > 0) {
		vi.runOnlyPendingTimers();
		now += TURN_MS;
	}
	idle += Math.max(0, end - now);
	now = Math.max(now, end);
}

/** For `ms`, requests come at a steady rate. */
function arrive(ms: number, { perSecond, ...kind }: Kind & { perSecond: number }): Asked[] {
	const asked: Asked[] = [];
	let due = 0;
	for (const end = now + ms; now < end; ) {
		const before = now;
		pass(STEP_MS);
		for (due += ((now - before) * perSecond) / 1000; due >= 1; due -= 1) asked.push(ask(kind));
	}
	return asked;
}

function refused(asked: Asked[]): Asked[] {
	return asked.filter(({ isIn }) => !isIn);
}

function longest(asked: Asked[]): number {
	return Math.max(...asked.map(({ ms = 0 }) => ms));
}

describe("a process that one thread serves", () => {
	test("lets in whoever it can answer", () => {
		const asked = arrive(60_000, { perSecond: 90, msEach: 10 });
		expect(refused(asked)).toEqual([]);
	});

	test.each([
		["pages of 20 ms", "GET", 20],
		["posts of 20 ms", "POST", 20],
		["posts of 40 ms", "POST", 40],
	])("lets in two hundred that come at once, %s, quiet or busy before", (_, method, msEach) => {
		for (const perSecond of [1, 900 / msEach]) {
			open();
			arrive(5_000, { perSecond, method, msEach });
			const crowd = Array.from({ length: 200 }, () => ask({ method, msEach }));
			expect(refused(crowd)).toEqual([]);
			pass(200 * (msEach + 1));
			expect(longest(crowd)).toBeLessThan(200 * (msEach + 2));
		}
	});

	test.each([
		["pages", "GET", 5_000, 600],
		["posts", "POST", 15_000, 800],
	])("at five times what it can, answers %s soon and refuses the rest", (_, method, from, ms) => {
		const asked = arrive(60_000, { perSecond: 500, method, msEach: 10 });
		expect(longest(asked)).toBeLessThan(5_000);
		const settled = asked.filter(({ at }) => at > from);
		expect(longest(settled)).toBeLessThan(ms);
		const answered = settled.filter(({ ms }) => ms !== undefined).length;
		expect(answered).toBeGreaterThan(((60_000 - from) / 1000) * 90);
		expect(refused(settled).length).toBeGreaterThan(answered);
	});

	test("is as slow as the machine, and the wait stays the same", () => {
		const asked = arrive(60_000, { perSecond: 50, msEach: 100 });
		const settled = asked.filter(({ at }) => at > 40_000);
		// Fewer than eight are no overload.
		expect(longest(settled)).toBeLessThan(1_000);
		expect(refused(settled).length).toBeGreaterThan(settled.length / 2);
	});

	test("refuses pages before posts", () => {
		const firstRefusal = (method: string) => {
			open();
			const began = now;
			const [first] = refused(arrive(30_000, { perSecond: 110, method, msEach: 10 }));
			pass(5_000);
			return (first?.at ?? Number.POSITIVE_INFINITY) - began;
		};
		expect(firstRefusal("POST")).toBeGreaterThan(firstRefusal("GET") + 5_000);
	});

	test("refuses posts that wait for the writer, and no pages meanwhile", () => {
		const pages: Asked[] = [];
		const posts: Asked[] = [];
		for (let n = 0; n < 300; n += 1) {
			posts.push(ask({ method: "POST" }));
			pages.push(...arrive(100, { perSecond: 90, msEach: 10 }));
		}
		expect(refused(pages)).toEqual([]);
		expect(refused(posts)[0]?.at).toBeGreaterThan(10_000);
		expect(posts.at(-1)?.isIn).toBe(false);
	});

	test("lets everybody in again as soon as the flood is over", () => {
		arrive(30_000, { perSecond: 500, msEach: 10 });
		pass(1_000);
		expect(refused(arrive(10_000, { perSecond: 90, msEach: 10 }))).toEqual([]);
	});

	test("refuses nobody while they wait for something else than its thread", () => {
		for (const method of ["GET", "POST"]) {
			const asked: Asked[] = [];
			for (let n = 0; n < 1_000; n += 1) {
				asked.push(ask({ method }));
				pass(100);
			}
			expect(refused(asked)).toEqual([]);
		}
	});

	test("refuses nobody while fewer than eight are there, however long each takes", () => {
		const asked: Asked[] = [];
		for (let n = 0; n < 40; n += 1) {
			asked.push(ask({ msEach: 5_000 }), ask({ msEach: 5_000, method: "POST" }));
			pass(8_000);
		}
		expect(refused(asked)).toEqual([]);
	});

	test("counts nobody whose body has not arrived", () => {
		arrive(5_000, { perSecond: 98, msEach: 10 });
		for (let turn = 0; turn < 5; turn += 1) {
			for (let n = 0; n < 100; n += 1) ask({ method: "POST", isComplete: false, msEach: 10 });
			expect(ask({ method: "POST", msEach: 10 }).isIn).toBe(true);
			pass(TURN_MS);
		}
	});

	test("takes in the connections that wait before it works, and works meanwhile", () => {
		const asked: Asked[] = [];
		// Each turn brings a connection, and the one before it asks.
		for (let n = 0; n < 3_000; n += 1) {
			server.emit("connection");
			asked.push(ask({ msEach: 10 }));
			vi.runOnlyPendingTimers();
			now += 1;
		}
		const settled = asked.slice(1_500);
		expect(refused(settled).length).toBeGreaterThan(settled.length / 2);
		expect(settled.filter(({ ms }) => ms !== undefined).length).toBeGreaterThan(100);
	});
});
