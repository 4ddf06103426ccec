import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import process from "node:process";
import { Worker } from "node:worker_threads";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MAX_SOURCE_BYTES, pathological, repeat } from "../../../tests/fixtures/pathological.ts";
import {
	compareInWorker,
	MAX_RENDERS_PER_ACCOUNT,
	MAX_WAITING_RENDERS,
	MarkdownBusyError,
	MarkdownTooSlowError,
	RENDER_DEADLINE_MS,
	RENDER_PATIENCE_MS,
	REST_MS,
	type RenderedDocument,
	renderInWorker,
	VISITORS,
} from "./markdown.server.ts";

/** For ending the old worker and starting the next one, on a machine with other work to do. */
const TOLERANCE_MS = 15_000;

/** Rendering in this thread would leave few samples, each of them as long as a document takes. */
const USUAL_LOOP_DELAY_MS = 500;

const NANOSECONDS_PER_MS = 1e6;

/** Takes half a minute without a deadline. */
const SLOW = repeat("^[a]");

// The start of the first worker is measured in no test.
beforeAll(async () => {
	await renderInWorker("warm");
});

test("there are enough kinds, of the largest size that is accepted", () => {
	expect(pathological.length).toBeGreaterThanOrEqual(18);
	for (const [name, source] of pathological) {
		const size = Buffer.byteLength(source);
		expect(size, name).toBeLessThanOrEqual(MAX_SOURCE_BYTES);
		expect(size, name).toBeGreaterThan(MAX_SOURCE_BYTES * 0.85);
	}
});

describe("200 kB of", () => {
	const loopDelay = monitorEventLoopDelay({ resolution: 10 });

	beforeAll(() => {
		loopDelay.enable();
	});

	// The others are rendered by `npm run corpus`: each takes a second or two.
	const third = pathological.filter((_, at) => at % 3 === 0);
	test.each(third)("%s is rendered or refused in time", async (_, source) => {
		const started = performance.now();
		const outcome = await settled(renderInWorker(source));
		const took = performance.now() - started;
		expect(took).toBeLessThan(RENDER_PATIENCE_MS + TOLERANCE_MS);
		if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MarkdownTooSlowError);
		else expect(typeof outcome.html).toBe("string");
	});

	test("none of these holds up the event loop", () => {
		loopDelay.disable();
		expect(loopDelay.percentile(90) / NANOSECONDS_PER_MS).toBeLessThan(USUAL_LOOP_DELAY_MS);
		expect(loopDelay.max / NANOSECONDS_PER_MS).toBeLessThan(10 * RENDER_DEADLINE_MS);
	});
});

test("a killed document does not take those behind it along", async () => {
	const [slow, ...others] = await Promise.all([
		settled(renderInWorker(SLOW)),
		settled(renderInWorker("# One")),
		settled(renderInWorker("# Two")),
	]);
	expect(slow).toBeInstanceOf(MarkdownTooSlowError);
	expect(others.map((other) => (other as RenderedDocument).text)).toEqual(["One", "Two"]);
});

test("a document that gets no time from a busy machine is not blamed", async () => {
	const idle = vi.spyOn(Worker.prototype, "cpuUsage").mockResolvedValue({ user: 0, system: 0 });
	let now = 0;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => {
		now += RENDER_PATIENCE_MS / 4;
		return now;
	});
	try {
		expect(await settled(renderInWorker(SLOW))).toBeInstanceOf(MarkdownBusyError);
	} finally {
		idle.mockRestore();
		clock.mockRestore();
	}
	expect((await renderInWorker("after")).text).toBe("after");
});

test("a document is read as its author chose", async () => {
	expect((await renderInWorker("*a*", { format: "html" })).html).toContain("*a*");
	expect((await renderInWorker("# A", { title: "A" })).headings).toEqual([]);
});

test("a document that eats memory is refused like one that eats time", async () => {
	const large = repeat("- a\n", 2_000_000);
	expect(await settled(renderInWorker(large))).toBeInstanceOf(MarkdownTooSlowError);
	expect((await renderInWorker("after")).text).toBe("after");
});

test("a worker ends after a rest, and the next document starts another", async () => {
	const started = vi.fn();
	process.on("worker", started);
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		await renderInWorker("one");
		const before = started.mock.calls.length;
		vi.advanceTimersByTime(REST_MS - 1);
		await renderInWorker("two");
		vi.advanceTimersByTime(REST_MS - 1);
		expect((await renderInWorker("three")).text).toBe("three");
		expect(started).toHaveBeenCalledTimes(before);
		vi.advanceTimersByTime(REST_MS);
		expect((await renderInWorker("four")).text).toBe("four");
		expect(started).toHaveBeenCalledTimes(before + 1);
	} finally {
		vi.useRealTimers();
		process.off("worker", started);
	}
});

test("documents are answered in the order of the calls", async () => {
	const order: number[] = [];
	await Promise.all(
		[0, 1, 2, 3].map(async (n) => {
			await renderInWorker(`# ${n}`);
			order.push(n);
		}),
	);
	expect(order).toEqual([0, 1, 2, 3]);
});

test("one account cannot fill the queue", async () => {
	const looping = Array.from({ length: MAX_WAITING_RENDERS }, () =>
		settled(renderInWorker("# Mine", { account: "looping" })),
	);
	const other = await renderInWorker("# Theirs", { account: "other" });
	expect(other.text).toBe("Theirs");
	const outcomes = await Promise.all(looping);
	expect(outcomes.filter((outcome) => outcome instanceof MarkdownBusyError)).toHaveLength(
		MAX_WAITING_RENDERS - MAX_RENDERS_PER_ACCOUNT,
	);
	expect((await renderInWorker("# Again", { account: "looping" })).text).toBe("Again");
});

test("visitors take four places together, and what owners save comes first", async () => {
	const order: string[] = [];
	const compared = { before: { html: "<p>one</p>" }, after: { source: "two", options: {} } };
	const reads = Array.from({ length: MAX_RENDERS_PER_ACCOUNT }, () =>
		compareInWorker({ ...compared, base: "" }, VISITORS).then(() => order.push("read")),
	);
	const save = renderInWorker("# Mine", { account: "owner" }).then(() => order.push("save"));
	const refused = await settled(renderInWorker("late", { account: VISITORS }));
	expect(refused).toBeInstanceOf(MarkdownBusyError);
	await Promise.all([...reads, save]);
	expect(order.indexOf("save")).toBe(1);
});

test("the queue is bounded and says so at once", async () => {
	const all = Array.from({ length: MAX_WAITING_RENDERS + 2 }, (_, n) =>
		settled(renderInWorker("# Text", { account: `account ${n}` })),
	);
	const outcomes = await Promise.all(all);
	expect(outcomes.filter((outcome) => outcome instanceof MarkdownBusyError)).toHaveLength(1);
	expect(outcomes.at(-1)).toBeInstanceOf(MarkdownBusyError);
});

async function settled(render: Promise<RenderedDocument>): Promise<RenderedDocument | Error> {
	return render.catch((error: Error) => error);
}
