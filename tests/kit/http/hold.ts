import { once } from "node:events";
import net from "node:net";

const AT_ONCE = 250;

/** Opens connections that say `bytes` and nothing more. Each stays open until it is destroyed. */
export async function holdConnections(
	url: string,
	count: number,
	bytes = "",
): Promise<net.Socket[]> {
	const { port } = new URL(url);
	const held: net.Socket[] = [];
	while (held.length < count) {
		const some = Array.from({ length: Math.min(AT_ONCE, count - held.length) }, async () => {
			const socket = net.connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
			await once(socket, "connect");
			socket.on("error", () => {});
			socket.resume();
			if (bytes) socket.write(bytes);
			return socket;
		});
		held.push(...(await Promise.all(some)));
	}
	return held;
}
