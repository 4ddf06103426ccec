import type http from "node:http";
import type net from "node:net";

export type Loopback = {
	url: string;
	/** Listens at the same address again after a stop. */
	start: () => Promise<void>;
	/** Stops the server and closes every open connection. */
	stop: () => Promise<void>;
};

/** Makes a server listen on a free port of this machine. */
export async function listenOnLoopback(server: http.Server): Promise<Loopback> {
	const listen = (port: number) =>
		new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	await listen(0);
	const { port } = server.address() as net.AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		start: () => listen(port),
		stop: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}

/** Reads the whole body of a request as text. */
export async function readBody(request: http.IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
