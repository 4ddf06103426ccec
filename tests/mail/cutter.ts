import { once } from "node:events";
import net from "node:net";

/**
 * Stands before a mail server at the same port of another address. Once it is armed, it closes a
 * connection, both ways, after so many more bytes of the client's.
 */
export async function startCutter(host: string, server: { host: string; port: number }) {
	const sockets = new Set<net.Socket>();
	let left = Number.POSITIVE_INFINITY;
	let cuts = 0;
	const proxy = net.createServer((client) => {
		const upstream = net.connect(server);
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket
				.on("error", () => {})
				.on("close", () => {
					client.destroy();
					upstream.destroy();
				});
		}
		client.on("data", (chunk) => {
			left -= chunk.length;
			if (left < 0) {
				left = Number.POSITIVE_INFINITY;
				cuts += 1;
				client.destroy();
				return;
			}
			upstream.write(chunk);
		});
		upstream.pipe(client);
	});
	await once(proxy.listen(server.port, host), "listening");
	return {
		arm: (bytes: number) => {
			left = bytes;
		},
		cuts: () => cuts,
		stop: () => {
			proxy.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
