import http from "node:http";
import { type Loopback, listenOnLoopback } from "../kit/process/loopback.ts";

/** The header that names the first node for a request; without it, the first of all nodes. */
export const FIRST_NODE_HEADER = "x-first-node";

/** Fly's proxy replays no larger request. */
const REPLAY_MAX_BYTES = 1_000_000;

export type Router = Loopback & { replays: () => number };

/**
 * The part of Fly's proxy that the app relies on: it follows fly-replay, and when the named node
 * can't be reached, repeats the request at the first node with fly-replay-failed. `ports` are by
 * node name.
 */
export async function startRouter(ports: Map<string, number>): Promise<Router> {
	let replays = 0;
	const server = http.createServer(async (incoming, outgoing) => {
		try {
			const body = await read(incoming);
			const first = String(incoming.headers[FIRST_NODE_HEADER] ?? [...ports.keys()][0]);
			const headers = { ...incoming.headers };
			delete headers[FIRST_NODE_HEADER];
			let answer = await ask(first, headers, body);
			const [, instance, fallback] =
				/^instance=([^;]+).*?(fallback=\w+)?$/.exec(String(answer.headers["fly-replay"] ?? "")) ??
				[];
			if (instance) {
				answer.resume();
				replays += 1;
				answer = await ask(instance, headers, body).catch((error) => {
					if (!fallback) throw error;
					const failed = `instance=${instance};reason=retries_exhausted`;
					return ask(first, { ...headers, "fly-replay-failed": failed }, body);
				});
			}
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
			outgoing.once("close", () => answer.destroy());
			answer.once("error", () => outgoing.destroy());
		} catch {
			if (!outgoing.headersSent) outgoing.writeHead(502);
			outgoing.end();
		}

		function ask(name: string, headers: http.IncomingHttpHeaders, body: Buffer) {
			return new Promise<http.IncomingMessage>((resolve, reject) => {
				const { method, url: path } = incoming;
				const port = ports.get(name);
				const request = http.request({ host: "127.0.0.1", port, method, path, headers }, resolve);
				request.once("error", reject);
				request.end(body);
			});
		}
	});
	return { ...(await listenOnLoopback(server)), replays: () => replays };
}

async function read(incoming: http.IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of incoming) {
		bytes += (chunk as Buffer).length;
		if (bytes > REPLAY_MAX_BYTES) throw new Error("More than can be sent again");
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks);
}
