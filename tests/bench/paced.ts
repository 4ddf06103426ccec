import { once } from "node:events";
import net from "node:net";

export type Pace = {
	url: string;
	headers?: Record<string, string>;
	connections: number;
	/** Requests a second. */
	rate: number;
	seconds: number;
};

/** Until its own code is compiled, the sender itself is late. */
const WARM_UP_S = 1;

/**
 * Sends a GET at even intervals, without waiting for earlier responses. Returns the milliseconds
 * from the moment each was due to the end of its response, sorted ascending: what a chance visitor
 * waits. (Autocannon sends each second's share at once.) Throws on any status but 200.
 */
export async function sendPaced({ url, headers = {}, connections, rate, seconds }: Pace) {
	const all = await Promise.all(
		Array.from({ length: connections }, () => connect(new URL(url), headers)),
	);
	const idle = [...all];
	const waits: number[] = [];
	const asked: Promise<void>[] = [];
	const total = rate * (WARM_UP_S + seconds);
	const started = performance.now();

	async function ask(connection: Connection, due: number): Promise<void> {
		await connection.ask();
		if (due >= started + WARM_UP_S * 1_000) waits.push(performance.now() - due);
		idle.push(connection);
	}

	while (asked.length < total) {
		const due = started + (asked.length * 1_000) / rate;
		const free = due <= performance.now() ? idle.pop() : undefined;
		if (free) asked.push(ask(free, due));
		else await new Promise(setImmediate);
	}
	await Promise.all(asked);
	for (const { end } of all) end();
	return waits.toSorted((a, b) => a - b);
}

type Connection = {
	/** Sends the request once, and resolves when the whole response is there. */
	ask: () => Promise<void>;
	end: () => void;
};

async function connect(url: URL, headers: Record<string, string>): Promise<Connection> {
	const lines = Object.entries({ Host: url.host, ...headers }).map((pair) => pair.join(": "));
	const request = [`GET ${url.pathname} HTTP/1.1`, ...lines, "", ""].join("\r\n");
	const socket = net.connect(Number(url.port), url.hostname).setNoDelay();
	await once(socket, "connect");

	let missing = 0;
	let settle: PromiseWithResolvers<void> | undefined;
	socket.on("error", (error) => settle?.reject(error));
	socket.on("close", () => settle?.reject(new Error(`${url} hung up`)));
	socket.on("data", (chunk) => {
		if (missing === 0) missing = lengthOf(chunk.toString("latin1"));
		missing -= chunk.length;
		if (missing === 0) settle?.resolve();
		if (!(missing >= 0)) settle?.reject(new Error(`${url} answered something else than a page`));
	});
	return {
		ask: () => {
			settle = Promise.withResolvers<void>();
			socket.write(request);
			return settle.promise;
		},
		end: () => socket.destroy(),
	};
}

/** The length of a response with its headers, in bytes; NaN when it is no page. */
function lengthOf(beginning: string): number {
	const body = /^HTTP\/1\.1 200 [\s\S]*?^content-length: (\d+)\r$/im.exec(beginning)?.[1];
	return beginning.indexOf("\r\n\r\n") + 4 + Number(body);
}
