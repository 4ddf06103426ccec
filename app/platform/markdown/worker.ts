import { parentPort } from "node:worker_threads";
import { type RenderedDocument, type RenderOptions, renderSource } from "./render.ts";

export type RenderRequest = { id: number; source: string; options: RenderOptions };

export type RenderReply =
	| { id: number; rendered: RenderedDocument }
	| { id: number; error: { name: string; message: string } };

/** Says that the modules are loaded: from now on, only the document's time counts. */
export type RenderReady = { ready: true };

const WARM_UP = "# Title\n\n[link](#title) <b>bold</b>[^1]\n\n| a |\n|---|\n| b |\n\n[^1]: note\n";

if (parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
	port.on("message", (request: RenderRequest) => port.postMessage(answer(request)));
	renderSource(WARM_UP);
	renderSource(WARM_UP, { format: "html" });
	port.postMessage({ ready: true } satisfies RenderReady);
}

function answer({ id, source, options }: RenderRequest): RenderReply {
	try {
		return { id, rendered: renderSource(source, options) };
	} catch (error) {
		const { name, message } = error instanceof Error ? error : new Error(String(error));
		return { id, error: { name, message } };
	}
}
