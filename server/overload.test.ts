import { once } from "node:events";
import { createServer } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { joinQueueOf, Load } from "./overload.ts";

const STEP_MS = 50;

let now: number;
let active: number;
let load: Load;
/** Lets whoever stands in the queue of new connections through. */
let takeFromQueue: () => void;

beforeEach(() => {
	now = 0;
	active = 0;
	load = newLoad();
});

function newLoad(): Load {
	const standInLine = () =>
		new Promise<void>((resolve) => {
			takeFromQueue = resolve;
		});
	return new Load(standInLine, { now: () => now, active: () => active });
}

/** Time passes, of which the event loop works a share, and is on time. */
function pass(ms: number, share = 1) {
	for (let left = ms; left > 0; left -= STEP_MS) {
		now += STEP_MS;
		active += STEP_MS * share;
		load.tick();
	}
}

/** So many requests are taken and stay under way. */
function take(count: number): (() => void)[] {
	return Array.from({ length: count }, () => load.enter());
}

type Arrivals = { perSecond: number; msEach: number; isRead?: boolean };

/**
 * For `ms`, requests come at a steady rate and are answered one after another. Answers how many
 * milliseconds each of those that were let in took, and when each of the others was turned away.
 */
function arrive(ms: number, { perSecond, msEach, isRead = true }: Arrivals) {
	const underWay: { since: number; leave: () => void }[] = [];
	const waits: { at: number; ms: number }[] = [];
	const turnedAway: number[] = [];
	let due = 0;
	let worked = 0;
	for (const end = now + ms; now < end; ) {
		for (due += (perSecond * STEP_MS) / 1000; due >= 1; due -= 1) {
			if (load.isTooHigh(isRead)) turnedAway.push(now);
			else underWay.push({ since: now, leave: load.enter() });
		}
		const isBusy = underWay.length > 0;
		pass(STEP_MS, isBusy ? 1 : 0);
		for (worked = isBusy ? worked + STEP_MS : 0; worked >= msEach; worked -= msEach) {
			const done = underWay.shift();
			if (!done) break;
			done.leave();
			waits.push({ at: now, ms: now - done.since });
		}
	}
	for (const { leave } of underWay) leave();
	return { waits, turnedAway };
}

describe("the load of a process", () => {
	test("is no overload while few requests are under way, however busy and late it is", () => {
		take(7);
		now += 30_000;
		active += 30_000;
		load.tick();
		expect(load.isTooHigh(true)).toBe(false);
	});

	test("is no overload while the event loop has time: they wait for somebody else", () => {
		take(1_000);
		for (let n = 0; n < 100; n += 1) {
			pass(200, 0.5);
			expect(load.isTooHigh(true)).toBe(false);
			expect(load.isTooHigh(false)).toBe(false);
		}
	});

	test("takes in two hundred that come at once, posts of 40 ms and pages of 20 ms", () => {
		for (const [isRead, msEach] of [
			[false, 20],
			[false, 40],
			[true, 20],
		] as const) {
			load = newLoad();
			for (let n = 0; n < 20; n += 1) {
				for (const leave of take(10)) leave();
				pass(10 * msEach);
				load.isTooHigh(isRead);
			}
			pass(2_000, 0);
			const refused = Array.from({ length: 200 }, () => {
				const isRefused = load.isTooHigh(isRead);
				load.enter();
				return isRefused;
			});
			expect([isRead, msEach, refused.includes(true)]).toEqual([isRead, msEach, false]);
		}
	});

	test("takes in whoever one process can answer", () => {
		const { turnedAway } = arrive(60_000, { perSecond: 95, msEach: 10 });
		expect(turnedAway).toEqual([]);
	});

	test("at five times that, is held after ten seconds to about a second's wait", () => {
		const { waits, turnedAway } = arrive(60_000, { perSecond: 500, msEach: 10 });
		const held = waits.filter(({ at }) => at > 10_000).map(({ ms }) => ms);
		expect(Math.max(...held)).toBeLessThanOrEqual(1_300);
		// All of what one process can do is done.
		expect(held.length).toBeGreaterThan(50 * 95);
		expect(turnedAway.length).toBeGreaterThan(0);
		const longest = Math.max(...waits.map(({ ms }) => ms));
		expect(longest).toBeLessThanOrEqual(6_000);
	});

	test("turns pages away before it turns posts away", () => {
		const pages = arrive(20_000, { perSecond: 120, msEach: 10 });
		load = newLoad();
		const posts = arrive(20_000, { perSecond: 120, msEach: 10, isRead: false });
		expect(posts.turnedAway.length).toBeLessThan(pages.turnedAway.length);
	});

	test("counts how long posts stand in line, however little each costs", () => {
		for (const leave of take(1_000)) leave();
		for (let n = 0; n < 8; n += 1) load.enter(false);
		pass(1_100);
		const refused: number[] = [];
		for (let ms = 0; ms < 12_000; ms += 500) {
			for (const leave of take(500)) leave();
			if (load.isTooHigh(false)) refused.push(ms);
			expect(load.isTooHigh(true)).toBe(false);
			pass(500);
		}
		expect(refused.at(0)).toBeGreaterThan(8_000);
		expect(refused.at(-1)).toBe(11_500);
	});

	test("is over within a second of the last long wait", () => {
		arrive(30_000, { perSecond: 500, msEach: 10 });
		pass(1_500, 0);
		expect(load.isTooHigh(true)).toBe(false);
		expect(arrive(10_000, { perSecond: 90, msEach: 10 }).turnedAway).toEqual([]);
	});

	test("counts how late the event loop is: what it has not read yet waits, too", () => {
		take(10);
		pass(100);
		expect(load.isTooHigh(true)).toBe(false);
		now += 6_000;
		active += 6_000;
		load.tick();
		expect(load.isTooHigh(true)).toBe(true);
	});

	test("is felt within one turn of the event loop, where each request is done before the next is read", () => {
		let answered = 0;
		for (; answered < 10_000 && !load.isTooHigh(true); answered += 1) {
			const leave = load.enter();
			now += 5;
			active += 5;
			leave();
		}
		// Of 10,000 that wait at once, those that can be answered before it has lasted too long.
		expect(answered).toBeGreaterThan(500);
		expect(answered).toBeLessThan(700);
	});

	describe("where every turn of the event loop brings a new connection", () => {
		/** For `ms`, what a turn brings costs 20 ms. */
		async function flood(ms: number, look: (passed: number) => void) {
			for (let passed = 0; passed < ms; passed += 20) {
				load.connected();
				await new Promise((resolve) => setImmediate(resolve));
				now += 20;
				active += 20;
				if (passed % 60 === 0) load.tick();
				look(passed);
				load.enter()();
			}
		}

		test("counts how long it takes to be taken from their queue", async () => {
			await flood(5_000, (ms) => {
				const isTooHigh = load.isTooHigh(true);
				// We join after 0.3 s; it is long 0.8 s later, and has been for 2 s after 3.1 s.
				if (ms < 3_000) expect([ms, isTooHigh]).toEqual([ms, false]);
				if (ms > 3_300) expect([ms, isTooHigh]).toEqual([ms, true]);
			});
		});

		test("sees nothing in it as long as each is taken soon", async () => {
			await flood(10_000, (ms) => {
				if (ms % 200 === 0) takeFromQueue?.();
				expect([ms, load.isTooHigh(true)]).toEqual([ms, false]);
			});
		});
	});

	test("counts the queue of a server as long as it takes to be taken from it", async () => {
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		const taken = once(server, "connection");
		await joinQueueOf(server);
		await taken;
		server.close();
		await once(server, "close");
		await joinQueueOf(server);
	});

	test("counts a request once, however often it is told that it is over", () => {
		const leave = load.enter();
		leave();
		leave();
		expect(load.inFlight).toBe(0);
	});
});
