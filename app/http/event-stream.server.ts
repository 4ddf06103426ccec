import { SECOND_MS } from "#app/platform/time.ts";

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20 * SECOND_MS;

const open = new Set<() => void>();

/**
 * Returns a server-sent event stream (WHATWG HTML, section 9.2). It sends "changed" when
 * `subscribe` calls `onChange`. It ends when `subscribe` calls `onEnd`, the client leaves, `lifeMs`
 * is over, or the process stops. Requests that do not accept an event stream get 406.
 */
export function eventStream(
	request: Request,
	{
		lifeMs,
		subscribe,
	}: { lifeMs: number; subscribe: (onChange: () => void, onEnd: () => void) => () => void },
): Response {
	// React Router's data request would read the stream to its end, an hour later.
	if (!request.headers.get("Accept")?.includes("text/event-stream")) {
		return new Response("This address is a stream of events.", { status: 406 });
	}
	const encoder = new TextEncoder();
	let end = () => {};
	let leave = () => {};
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			const send = (text: string) => controller.enqueue(encoder.encode(text));
			const unsubscribe = subscribe(
				() => send("data: changed\n\n"),
				() => end(),
			);
			const heartbeat = setInterval(() => send(": still here\n\n"), HEARTBEAT_MS);
			const life = setTimeout(() => end(), lifeMs);
			send("retry: 2000\n\n");
			leave = () => {
				unsubscribe();
				clearInterval(heartbeat);
				clearTimeout(life);
			};
			end = () => {
				if (!open.delete(end)) return;
				leave();
				controller.close();
			};
			open.add(end);
			request.signal.addEventListener("abort", end, { once: true });
		},
		// A cancelled stream is closed already, and closing it twice throws.
		cancel: () => {
			if (open.delete(end)) leave();
		},
	});
	return new Response(body, {
		headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
	});
}

/** Ends every stream, so that a stopping process need not wait for them. */
export function endEventStreams(): void {
	for (const end of [...open]) end();
}
