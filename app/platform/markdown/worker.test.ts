import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import process from "node:process";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
	MAX_RENDERS_PER_ACCOUNT,
	MAX_WAITING_RENDERS,
	MarkdownBusyError,
	MarkdownTooSlowError,
	RENDER_DEADLINE_MS,
	REST_MS,
	type RenderedDocument,
	renderInWorker,
} from "./markdown.server.ts";

const MAX_SOURCE_BYTES = 200_000;

/** For ending the old worker and starting the next one, on a machine with other work to do. */
const TOLERANCE_MS = 1_500;

/** Rendering in this thread would leave few samples, each of them as long as a document takes. */
const USUAL_LOOP_DELAY_MS = 100;

const NANOSECONDS_PER_MS = 1e6;

/** Takes half a minute without a deadline. */
const SLOW = repeat("^[a]");

function repeat(part: string, size = MAX_SOURCE_BYTES): string {
	return part.repeat(Math.floor(size / Buffer.byteLength(part)));
}

function numbered(write: (n: number) => string, size = MAX_SOURCE_BYTES): string {
	const parts: string[] = [];
	for (let n = 0, length = 0; ; n += 1) {
		const part = write(n);
		length += part.length;
		if (length > size) return parts.join("");
		parts.push(part);
	}
}

function nested(open: string, close: string): string {
	const depth = Math.floor(MAX_SOURCE_BYTES / (open.length + close.length));
	return open.repeat(depth) + close.repeat(depth);
}

const pathological: [string, string][] = [
	["open brackets", repeat("[")],
	["nested brackets", nested("[", "]")],
	["nested links", nested("[a", "](b)")],
	["open pictures", repeat("![")],
	["link openings", repeat("[a](")],
	["link openings with angles", repeat("[a](<b")],
	["link titles that never end", repeat('[a](b "')],
	["emphasis openings", repeat("*a ")],
	["emphasis runs of mixed kinds", repeat("*a **b _c __d ")],
	["long runs of stars", repeat("a**b")],
	["alternating closings", repeat("*a_ ")],
	["strikethrough runs", repeat("~~a ~")],
	["nested quotes", `${repeat("> ", 199_000)}a`],
	["quotes deeper line by line", numbered((n) => `${">".repeat(n)}a\n`)],
	["nested lists on one line", `${repeat("- ", 199_000)}a`],
	["lists deeper line by line", numbered((n) => `${"  ".repeat(n)}- a\n`)],
	["ordered and bulleted lists", repeat("1. - * + ")],
	["backticks of growing length", numbered((n) => `${"`".repeat(n + 1)} `)],
	["single backticks", repeat("`a``")],
	["fences", repeat("```\n~~~\n")],
	["link definitions", numbered((n) => `[a${n}]: /b\n`)],
	["definitions that never end", repeat("[a]: b '\n")],
	["a long reference used often", `[a]: /${repeat("x", 100_000)}\n\n${repeat("[a] ", 99_000)}`],
	["less-than signs", repeat("<")],
	["tag openings", repeat("<a ")],
	["attribute openings", repeat("<a b='")],
	["comment openings", repeat("a <!-- ")],
	["declarations", repeat("<!A ")],
	["processing instructions", repeat("a <? ")],
	["CDATA openings", repeat("a <![CDATA[ ")],
	["entities", repeat("&lt;")],
	["unfinished entities", repeat("&#x1")],
	["autolinks", repeat("<http://a>")],
	["bare addresses", repeat("http://a.b ")],
	["one address without end", `http://${repeat("a.", 190_000)}`],
	["www addresses", repeat("www.")],
	["e-mail addresses", repeat("a@b.cd ")],
	["at signs", repeat("a@")],
	["address parentheses", `http://a.b/${repeat("(", 190_000)}`],
	["a table of many columns", `${repeat("|a", 90_000)}|\n${repeat("|-", 90_000)}|\n|b|`],
	[
		"a wide table of short rows",
		`${repeat("|a", 40_000)}|\n${repeat("|-", 40_000)}|\n${repeat("|\n", 110_000)}`,
	],
	["table heads without body", repeat("|a|\n|-|\n")],
	["escaped pipes", `|a|\n|-|\n|${repeat("\\|", 190_000)}`],
	["footnotes", numbered((n) => `[^${n}] \n\n[^${n}]: a\n\n`)],
	["one footnote used often", `[^a]: b\n\n${repeat("[^a] ", 190_000)}`],
	["nested inline footnotes", nested("^[", "]")],
	["inline footnotes", repeat("^[a]")],
	["footnotes inside footnotes", numbered((n) => `[^${n}]: [^${n + 1}]\n    `)],
	["nested raw boxes", nested("<div>", "</div>")],
	["raw boxes left open", repeat("<div>")],
	["stray closing tags", repeat("<b>", 100_000) + repeat("</i>", 100_000)],
	["stray paragraph ends", repeat("<div>", 100_000) + repeat("</p>", 100_000)],
	["raw tables in tables", repeat("<table><tr><td>")],
	["raw frames in frames", repeat("<iframe>")],
	["scripts left open", repeat("<script>")],
	["noscript", repeat("<noscript></p>")],
	["foreign elements", repeat("<svg><math><style>")],
	["attributes", `<p ${numbered((n) => ` a${n}=b`, 190_000)}>`],
	["style attributes", `<p style="${repeat("text-align ", 190_000)}">`],
	["headings", repeat("# a\n")],
	["headings with clashing ids", numbered((n) => `# a\n# a-${n}\n`)],
	["anchors", numbered((n) => `<a name=${n}>[a](#${n})`)],
	["setext underlines", repeat("a\n=\n")],
	["line breaks", repeat("a  \n")],
	["backslashes", repeat("\\")],
	["front matter that never ends", `---\n${repeat("a: b\n", 190_000)}`],
	["spaces", `a${repeat(" ", 199_000)}b`],
	["tabs and line ends", repeat("\t\n")],
	["four-byte characters", repeat("𝒳")],
];

// The start of the first worker is measured in no test.
beforeAll(async () => {
	await renderInWorker("warm");
}, 15_000);

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

	test.each(pathological)("%s is rendered or refused in time", async (_, source) => {
		const started = performance.now();
		const outcome = await settled(renderInWorker(source));
		const took = performance.now() - started;
		expect(took).toBeLessThan(RENDER_DEADLINE_MS + TOLERANCE_MS);
		if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MarkdownTooSlowError);
		else expect(typeof outcome.html).toBe("string");
	});

	test("none of these holds up the event loop", () => {
		loopDelay.disable();
		expect(loopDelay.percentile(90) / NANOSECONDS_PER_MS).toBeLessThan(USUAL_LOOP_DELAY_MS);
		expect(loopDelay.max / NANOSECONDS_PER_MS).toBeLessThan(RENDER_DEADLINE_MS);
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
		settled(renderInWorker("# Mine", "looping")),
	);
	const other = await renderInWorker("# Theirs", "other");
	expect(other.text).toBe("Theirs");
	const outcomes = await Promise.all(looping);
	expect(outcomes.filter((outcome) => outcome instanceof MarkdownBusyError)).toHaveLength(
		MAX_WAITING_RENDERS - MAX_RENDERS_PER_ACCOUNT,
	);
	expect((await renderInWorker("# Again", "looping")).text).toBe("Again");
});

test("the queue is bounded and says so at once", async () => {
	const all = Array.from({ length: MAX_WAITING_RENDERS + 2 }, (_, n) =>
		settled(renderInWorker("# Text", `account ${n}`)),
	);
	const outcomes = await Promise.all(all);
	expect(outcomes.filter((outcome) => outcome instanceof MarkdownBusyError)).toHaveLength(1);
	expect(outcomes.at(-1)).toBeInstanceOf(MarkdownBusyError);
});

async function settled(render: Promise<RenderedDocument>): Promise<RenderedDocument | Error> {
	return render.catch((error: Error) => error);
}
