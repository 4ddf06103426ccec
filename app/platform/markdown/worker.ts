import path from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import { type Comparison, compareHtml } from "./compare/compare.ts";
import { type RenderedDocument, type RenderOptions, renderSource } from "./render.ts";

/** A text to compare: rendered already, or as its author wrote it. */
export type Compared = { html: string } | { source: string; options: RenderOptions };

export type Task =
	| { kind: "render"; source: string; options: RenderOptions }
	| { kind: "compare"; before: Compared; after: Compared; base: string }
	| { kind: "read"; text: Compared; reader: string; about: unknown };

/** What a module that is handed to the worker exports: a pure function of a page's HTML. */
type Reader = (html: string, about: unknown) => unknown;

/** What a reader found, and the text's page if it had to be rendered. */
export type Read<Result = unknown> = { html: string | null; result: Result };

export type TaskResult = RenderedDocument | Comparison | Read;

export type TaskReply = { result: TaskResult } | { error: { name: string; message: string } };

/** Says that the modules are loaded: from now on, only the document's time counts. */
export type RenderReady = { ready: true };

const WARM_UP = "# Title\n\n[link](#title) <b>bold</b>[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: note\n";

if (parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
	port.on("message", async (task: Task) => port.postMessage(await answer(task)));
	const { html } = renderSource(WARM_UP);
	compareHtml(renderSource(WARM_UP, { format: "html" }).html, html);
	port.postMessage({ ready: true } satisfies RenderReady);
}

async function answer(task: Task): Promise<TaskReply> {
	try {
		return { result: await run(task) };
	} catch (error) {
		const { name, message } = error instanceof Error ? error : new Error(String(error));
		return { error: { name, message } };
	}
}

function run(task: Task): TaskResult | Promise<TaskResult> {
	if (task.kind === "render") return renderSource(task.source, task.options);
	if (task.kind === "read") return read(task);
	return compareHtml(htmlOf(task.before), htmlOf(task.after), task.base);
}

async function read({ text, reader, about }: Extract<Task, { kind: "read" }>): Promise<Read> {
	const module: { default: Reader } = await import(pathToFileURL(path.resolve(reader)).href);
	const html = htmlOf(text);
	return { html: "html" in text ? null : html, result: module.default(html, about) };
}

function htmlOf(text: Compared): string {
	return "html" in text ? text.html : renderSource(text.source, text.options).html;
}
