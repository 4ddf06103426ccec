import http from "node:http";
import net from "node:net";

export type Answer = {
	status: number;
	headers: http.IncomingHttpHeaders;
	cookies: string[];
	bytes: Buffer;
	text: string;
};

type Options = {
	method?: string;
	headers?: Record<string, string | undefined>;
	body?: string | Buffer;
	/** Sends the body in chunks, without a Content-Length. */
	chunked?: boolean;
};

/** A form's values; a list sends its field once for each value. */
export type Values = Record<string, string | string[]>;

export type Client = ReturnType<typeof createClient>;

/**
 * A browser without JavaScript, as far as HTTP goes: its posts carry an Origin, and it returns
 * redirects instead of following them. A header set to undefined is left out. A server may be
 * given before it has its URL.
 */
export function createClient(
	server: string | { readonly url: string },
	{ cookie }: { cookie?: string } = {},
) {
	const urlOf = () => (typeof server === "string" ? server : server.url);
	const common = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };

	function send(path: string, options: Options = {}): Promise<Answer> {
		return request(urlOf(), path, { ...options, headers: { ...common, ...options.headers } });
	}

	/** Posts a form: its values, or its body as it is. */
	function post(
		path: string,
		form: Values | string | Buffer = {},
		headers: Options["headers"] = {},
		{ chunked }: Pick<Options, "chunked"> = {},
	): Promise<Answer> {
		const isBody = typeof form === "string" || Buffer.isBuffer(form);
		return send(path, {
			method: "POST",
			headers: { Origin: new URL(urlOf()).origin, "Content-Type": FORM, ...headers },
			body: isBody ? form : encode(form),
			chunked,
		});
	}

	return {
		get url() {
			return urlOf();
		},
		send,
		get: (path: string, headers?: Options["headers"]) => send(path, { headers }),
		head: (path: string, headers?: Options["headers"]) => send(path, { method: "HEAD", headers }),
		post,
	};
}

export const FORM = "application/x-www-form-urlencoded";

/** Encodes a form's values into a body as a browser does. */
export function encode(values: Values): string {
	return new URLSearchParams(
		Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
	).toString();
}

export function isHtml({ headers }: Answer): boolean {
	return headers["content-type"]?.startsWith("text/html") ?? false;
}

/** Sends one request with exactly these headers, and Host. */
function request(url: string, path: string, options: Options): Promise<Answer> {
	const { method = "GET", headers = {}, body, chunked = false } = options;
	const given = Object.entries(headers).filter(([, value]) => value !== undefined);
	const length =
		body === undefined || chunked ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
	return new Promise((resolve, reject) => {
		const outgoing = http.request(
			url,
			{ method, path, headers: { ...length, ...Object.fromEntries(given) } },
			async (incoming) => {
				try {
					const bytes = await readAll(incoming, isEventStream(incoming));
					resolve({
						status: incoming.statusCode ?? 0,
						headers: incoming.headers,
						cookies: incoming.headers["set-cookie"] ?? [],
						bytes,
						text: bytes.toString("utf8"),
					});
				} catch (error) {
					reject(error);
				}
			},
		);
		outgoing.once("error", reject);
		if (chunked && body !== undefined) {
			const whole = Buffer.from(body);
			for (let at = 0; at < whole.length; at += 16_384) {
				outgoing.write(whole.subarray(at, at + 16_384));
			}
		}
		outgoing.end(chunked ? undefined : body);
	});
}

/** An event stream has no end, so only its first chunk is read. */
async function readAll(stream: AsyncIterable<Buffer>, isEndless: boolean): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of stream) {
		chunks.push(chunk);
		if (isEndless) break;
	}
	return Buffer.concat(chunks);
}

function isEventStream({ headers }: http.IncomingMessage): boolean {
	return headers["content-type"]?.startsWith("text/event-stream") ?? false;
}

export type EventStream = {
	/** Everything that the stream has sent. */
	text: () => string;
	/** Resolves when the stream ends. */
	ended: Promise<void>;
	close: () => void;
};

/** Opens an event stream as EventSource does, and listens until it is closed. */
export function openEvents(url: string, path: string, cookie?: string): Promise<EventStream> {
	const headers = { Accept: "text/event-stream", "Sec-Fetch-Site": "same-origin" };
	return new Promise((resolve, reject) => {
		const options = { path, headers: { ...headers, ...(cookie && { Cookie: cookie }) } };
		const outgoing = http.request(url, options, (incoming) => {
			if (incoming.statusCode !== 200) {
				reject(new Error(`The stream answered ${incoming.statusCode}`));
				return;
			}
			let said = "";
			incoming.setEncoding("utf8").on("data", (text: string) => {
				said += text;
			});
			const ended = new Promise<void>((over) => incoming.once("close", () => over()));
			incoming.on("error", () => {});
			resolve({ text: () => said, ended, close: () => outgoing.destroy() });
		});
		outgoing.once("error", reject);
		outgoing.end();
	});
}

/** Writes bytes to the server's socket. Returns everything sent back until it closed. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
	const { port } = new URL(url);
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		const socket = net.connect(Number(port), "127.0.0.1", () => socket.write(bytes));
		socket.on("data", (chunk) => chunks.push(chunk));
		socket.once("error", reject);
		socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
	});
}
