import { SECOND_MS } from "#app/platform/time.ts";

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20 * SECOND_MS;

const open = new Set<() => void>();
/** How many streams are open of each key. */
const counts = new Map<string, number>();

/** Streams of which this process keeps at most so many open. */
export type StreamBound = { key: string; most: number };

/**
 * Returns a server-sent event stream (WHATWG HTML, section 9.2). It sends "changed" when
 * `subscribe` calls `onChange`. It ends when `subscribe` calls `onEnd`, the client leaves, `lifeMs`
 * is over, or the process stops. Requests that do not accept an event stream get 406, and 429 when
 * one of `bounds` is reached.
 */
export function eventStream(
	request: Request,
	{
		lifeMs,
		bounds,
		subscribe,
	}: {
		lifeMs: number;
		bounds: StreamBound[];
		subscribe: (onChange: () => void, onEnd: () => void) => () => void;
	},
): Response {
	// React Router's data request would read the stream to its end, an hour later.
	if (!request.headers.get("Accept")?.includes("text/event-stream")) {
		return new Response("This address is a stream of events.", { status: 406 });
	}
	if (bounds.some(({ key, most }) => (counts.get(key) ?? 0) >= most)) {
		const text = "This is open in too many windows. Please close one, and load this page again.";
		return new Response(text, { status: 429, headers: { "Retry-After": "60" } });
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
			for (const { key } of bounds) counts.set(key, (counts.get(key) ?? 0) + 1);
			leave = () => {
				unsubscribe();
				for (const { key } of bounds) leaveOne(key);
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

function leaveOne(key: string): void {
	const left = (counts.get(key) ?? 0) - 1;
	if (left > 0) counts.set(key, left);
	else counts.delete(key);
}

/** Ends every stream, so that a stopping process need not wait for them. */
export function endEventStreams(): void {
	for (const end of [...open]) end();
}
