import { parentPort } from "node:worker_threads";
import { type Comparison, compareHtml } from "./compare/compare.ts";
import { type RenderedDocument, type RenderOptions, renderSource } from "./render.ts";

/** A text to compare: rendered already, or as its author wrote it. */
export type Compared = { html: string } | { source: string; options: RenderOptions };

export type Task =
	| { kind: "render"; source: string; options: RenderOptions }
	| { kind: "compare"; before: Compared; after: Compared; base: string };

export type TaskRequest = { id: number; task: Task };

export type TaskReply =
	| { id: number; result: RenderedDocument | Comparison }
	| { id: number; error: { name: string; message: string } };

/** Says that the modules are loaded: from now on, only the document's time counts. */
export type RenderReady = { ready: true };

const WARM_UP = "# Title\n\n[link](#title) <b>bold</b>[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: note\n";

if (parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
	port.on("message", (request: TaskRequest) => port.postMessage(answer(request)));
	const { html } = renderSource(WARM_UP);
	compareHtml(renderSource(WARM_UP, { format: "html" }).html, html);
	port.postMessage({ ready: true } satisfies RenderReady);
}

function answer({ id, task }: TaskRequest): TaskReply {
	try {
		return { id, result: run(task) };
	} catch (error) {
		const { name, message } = error instanceof Error ? error : new Error(String(error));
		return { id, error: { name, message } };
	}
}

function run(task: Task): RenderedDocument | Comparison {
	if (task.kind === "render") return renderSource(task.source, task.options);
	return compareHtml(htmlOf(task.before), htmlOf(task.after), task.base);
}

function htmlOf(text: Compared): string {
	return "html" in text ? text.html : renderSource(text.source, text.options).html;
}
