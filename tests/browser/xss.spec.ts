import { createServer } from "node:http";
import { expect, type Page, test } from "@playwright/test";
import MarkdownIt from "markdown-it";
// @ts-expect-error The plugin publishes no types.
import footnote from "markdown-it-footnote";
import { compareHtml } from "#app/platform/markdown/compare/compare.ts";
import { renderSource } from "#app/platform/markdown/render.ts";
import { payloadsCalling, xssPayloads } from "../fixtures/xss.ts";
import { installTrigger } from "../kit/browser/trigger.ts";
import { type Loopback, listenOnLoopback } from "../kit/process/loopback.ts";

const MIN_PAYLOADS = 600;
/** Every eighth payload is enough to see that the page would notice. */
const CONTROL_STEP = 8;
const MIN_EXECUTED_IN_CONTROL = 50;
/** Payloads on a page, each rendered alone. Without the sanitiser, one would take the others along. */
const PER_PAGE = 25;
const PAGES_AT_ONCE = 20;

/** Every rendered document must get through all of its triggers, however slow the machine. */
const PATIENCE_MS = 60_000;

/** Without the sanitiser many frames navigate away and never report, so few are waited for. */
const UNSANITISED_PATIENCE_MS = 500;

const CALL = "__xss";
const payloads = payloadsCalling(CALL);
const everyPayload = [...payloads.keys()];
const unsanitised = new MarkdownIt({ html: true, linkify: true }).use(footnote);
unsanitised.validateLink = () => true;

const renderers: Record<string, (source: string) => string> = {
	markdown: (source) => renderSource(source, { format: "markdown" }).html,
	html: (source) => renderSource(source, { format: "html" }).html,
	compared: (source) => {
		const [before, after] = [`${source}\n\nOne.`, `One.\n\n${source}`].map(
			(text) => renderSource(text).html,
		) as [string, string];
		const compared = compareHtml(before, after);
		return "html" in compared ? compared.html : after;
	},
	unsanitised: (source) => unsanitised.render(source),
};

let server: Loopback;

test.beforeAll(async () => {
	server = await listenOnLoopback(
		createServer((request, response) => {
			const html = answerTo(request.url ?? "/");
			response.writeHead(html === null ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
			response.end(html ?? "");
		}),
	);
});

test.afterAll(() => server.stop());

test("there are enough different payloads", () => {
	expect(payloads.length).toBeGreaterThanOrEqual(MIN_PAYLOADS);
	expect(new Set(xssPayloads).size).toBe(payloads.length);
	for (const [index, payload] of payloads.entries()) expect(payload).toContain(`${CALL}(${index})`);
});

for (const format of ["markdown", "html", "compared"]) {
	test(`no payload runs in a document read as ${format}, without help from a CSP`, async ({
		page,
	}) => {
		const pages = inGroups(everyPayload, PER_PAGE);
		const { executed, unfinished } = await attack(page, format, pages, PATIENCE_MS);
		expect(unfinished).toEqual([]);
		expect(executed.map((index) => payloads[index])).toEqual([]);
	});
}

test("the same payloads run without the sanitiser, so this page would notice", async ({ page }) => {
	const some = everyPayload.filter((index) => index % CONTROL_STEP === 0);
	const pages = inGroups(some, 1);
	const { executed } = await attack(page, "unsanitised", pages, UNSANITISED_PATIENCE_MS);
	console.log(`${executed.length} of ${some.length} payloads run without the sanitiser`);
	expect(executed.length).toBeGreaterThanOrEqual(MIN_EXECUTED_IN_CONTROL);
});

function inGroups<T>(items: T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
		items.slice(at * size, (at + 1) * size),
	);
}

/** The payloads that called. Each page of them had a frame of its own. */
async function attack(
	page: Page,
	renderer: string,
	pages: number[][],
	patience: number,
): Promise<{ executed: number[]; unfinished: string[] }> {
	const executed = new Set<number>();
	const unfinished: string[] = [];
	// A binding reaches frames of any origin, and what it has heard survives their navigation.
	await page.exposeFunction(CALL, (index: number) => {
		executed.add(index);
	});
	for (const batch of inGroups(pages, PAGES_AT_ONCE)) {
		const urls = batch.map((indexes) => `/payload/${renderer}/${indexes}`);
		await page.goto(`${server.url}/batch`);
		unfinished.push(...(await page.evaluate(runBatch, { urls, patience })));
	}
	return { executed: [...executed].sort((a, b) => a - b), unfinished };
}

function answerTo(url: string): string | null {
	const [, kind, renderer, numbers = ""] = url.split("/");
	if (kind === "batch") return BATCH_PAGE;
	const render = renderers[renderer ?? ""];
	if (kind !== "payload" || !render) return null;
	return payloadPage(numbers.split(",").map((number) => render(payloads[Number(number)] ?? "")));
}

const BATCH_PAGE = `<!doctype html><meta charset="utf-8"><title>Batch</title>
<style>iframe { width: 8vw; height: 8vh; border: 0 }</style>`;

function payloadPage(rendered: string[]): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Payload</title><script>
	(${installTrigger})(${rendered.length});
</script></head><body>${rendered.map((html) => `<article>${html}</article>`).join("\n")}</body></html>`;
}

/**
 * Runs in the browser: opens a frame for each address and triggers what has been loaded. Returns
 * the addresses whose frames did not get through in time.
 */
async function runBatch({ urls, patience }: { urls: string[]; patience: number }) {
	const unfinished: string[] = [];
	await Promise.all(
		urls.map(async (url) => {
			const frame = document.createElement("iframe");
			// Frames may do anything but leave this page behind.
			frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms allow-modals");
			const loaded = new Promise((resolve) => {
				frame.addEventListener("load", resolve, { once: true });
			});
			frame.src = url;
			document.body.append(frame);
			await loaded;
			const { trigger } = (frame.contentWindow ?? {}) as { trigger?: () => Promise<unknown> };
			const timeout = new Promise((resolve) => setTimeout(resolve, patience, "timeout"));
			const outcome = trigger ? await Promise.race([trigger(), timeout]) : "gone";
			if (outcome) unfinished.push(url);
		}),
	);
	return unfinished;
}
