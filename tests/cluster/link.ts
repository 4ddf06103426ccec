import { once } from "node:events";
import net from "node:net";

export type Link = {
	/** The primary's address, as seen from the replica at the end of this link. */
	url: string;
	/** Lets nothing pass any more, without closing a connection. */
	cut: () => void;
	mend: () => void;
	close: () => void;
};

/** Opens a link from a replica to the primary's port that can be cut like a cable. */
export async function layLink(port: number): Promise<Link> {
	const sockets = new Set<net.Socket>();
	let isCut = false;
	const server = net.createServer((near) => {
		const far = net.connect(port, "127.0.0.1");
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on("data", (bytes) => to.write(bytes));
			from.on("error", () => {});
			from.once("close", () => {
				sockets.delete(from);
				to.destroy();
			});
			if (isCut) from.pause();
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
		cut: () => {
			isCut = true;
			for (const socket of sockets) socket.pause();
		},
		mend: () => {
			isCut = false;
			for (const socket of sockets) socket.resume();
		},
		close: () => {
			server.close();
			for (const socket of sockets) socket.destroy();
		},
	};
}
