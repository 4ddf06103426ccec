import net from "node:net";
import zlib from "node:zlib";

/** A request as it goes over the wire. */
export type Message = {
	method: string;
	target: string;
	headers: [name: string, value: string][];
	body: Buffer | null;
	/** Sent as a false Content-Length. */
	length?: string;
	/** Sent instead of the encoded body. */
	raw?: Buffer;
};

export type Reply = {
	/** Null when the server closed the connection without a response. */
	status: number | null;
	headers: Map<string, string>;
	text: string;
	ms: number;
	/** Whether the server sent nothing more for a long time. */
	isLate: boolean;
};

export const LATE_MS = 15_000;
/** A body shorter than promised gets no response before the request's time limit. */
const LIAR_MS = 300;

export function toBytes({ method, target, headers, body, length, raw }: Message): Buffer {
	if (raw) return raw;
	const lines = headers.map(([name, value]) => `${name}: ${value}`);
	const size = length ?? (body ? String(body.length) : undefined);
	const hasLength = headers.some(([name]) => /^transfer-encoding$/i.test(name));
	if (size !== undefined && !hasLength) lines.push(`Content-Length: ${size}`);
	lines.push("Connection: close");
	const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
	return Buffer.concat([Buffer.from(head, "utf8"), body ?? Buffer.alloc(0)]);
}

/** Whether a request may be endless or malformed on the wire. */
export function isLiar({ length, raw, headers }: Message): boolean {
	const isChunked = headers.some(([name]) => name === "Transfer-Encoding");
	return length !== undefined || raw !== undefined || isChunked;
}

/** Writes a request to the server's socket, and reads the response. */
export function send(url: string, message: Message): Promise<Reply> {
	const { port } = new URL(url);
	const started = performance.now();
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		const socket = net.connect(Number(port), "127.0.0.1", () => socket.write(toBytes(message)));
		const timer = setTimeout(() => end(true), isLiar(message) ? LIAR_MS : LATE_MS);
		const end = (isLate: boolean) => {
			clearTimeout(timer);
			socket.destroy();
			const ms = performance.now() - started;
			resolve({ ...parse(Buffer.concat(chunks)), ms, isLate: isLate && !isLiar(message) });
		};
		socket.on("data", (chunk) => {
			chunks.push(chunk);
			// An event stream doesn't end by itself.
			if (/content-type: text\/event-stream/i.test(chunk.toString("latin1"))) end(false);
		});
		socket.once("error", () => end(false));
		socket.once("close", () => end(false));
	});
}

function parse(bytes: Buffer): Omit<Reply, "ms" | "isLate"> {
	let rest = bytes;
	// "100 Continue" comes before the response.
	while (/^HTTP\/1\.1 1\d\d/.test(rest.toString("latin1", 0, 12))) {
		rest = rest.subarray(rest.indexOf("\r\n\r\n") + 4);
	}
	const end = rest.indexOf("\r\n\r\n");
	const [first = "", ...lines] = rest.toString("latin1", 0, Math.max(end, 0)).split("\r\n");
	const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
	const headers = new Map(
		lines.map((line) => {
			const at = line.indexOf(":");
			return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
		}),
	);
	const body = rest.subarray(end + 4);
	const isChunked = headers.get("transfer-encoding") === "chunked";
	const whole = decode(isChunked ? joinChunks(body) : body, headers.get("content-encoding"));
	// Headers are included, because a redirect could name what a page must not.
	return { status: status ? Number(status) : null, headers, text: `${lines.join("\n")}\n${whole}` };
}

function joinChunks(body: Buffer): Buffer {
	const chunks: Buffer[] = [];
	for (let at = 0; at < body.length; ) {
		const end = body.indexOf("\r\n", at);
		const size = Number.parseInt(body.toString("latin1", at, end), 16);
		if (end < 0 || !size) break;
		chunks.push(body.subarray(end + 2, end + 2 + size));
		at = end + 2 + size + 2;
	}
	return Buffer.concat(chunks);
}

function decode(body: Buffer, encoding: string | undefined): string {
	try {
		if (encoding === "gzip") return zlib.gunzipSync(body).toString();
		if (encoding === "deflate") return zlib.inflateSync(body).toString();
		if (encoding === "br") return zlib.brotliDecompressSync(body).toString();
	} catch {
		// Cut off, or the response to a HEAD.
	}
	return body.toString();
}
