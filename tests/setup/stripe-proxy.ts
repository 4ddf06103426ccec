import http from "node:http";
import type net from "node:net";

export type Passed = {
	/** With :id for ids: POST /v1/customers/:id. */
	endpoint: string;
	/** The names of its parameters, sorted. */
	params: string[];
	status: number;
	/** What was answered. */
	body: string;
};

export type StripeProxy = {
	url: string;
	/** Where the next requests go. */
	target: string;
	/** Every request that went through, since this was emptied. */
	passed: Passed[];
	stop: () => Promise<void>;
};

/** An HTTP server on loopback that hands everything on to `target` and writes down what passed. */
export async function startProxy(): Promise<StripeProxy> {
	const server = http.createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString();
		const { pathname, search, searchParams } = new URL(request.url ?? "", proxy.url);
		const { authorization = "", "content-type": type = "" } = request.headers;
		const answer = await fetch(`${proxy.target}${pathname}${search}`, {
			method: request.method,
			headers: { Authorization: authorization, "Content-Type": type },
			...(request.method === "POST" && { body }),
		});
		const text = await answer.text();
		const form = request.method === "POST" ? new URLSearchParams(body) : searchParams;
		proxy.passed.push({
			endpoint: `${request.method} ${pathname.replace(/\/(cus|sub|cs|price)_[^/]+/, "/:id")}`,
			params: [...form.keys()].sort(),
			status: answer.status,
			body: text,
		});
		response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as net.AddressInfo;
	const proxy: StripeProxy = {
		url: `http://127.0.0.1:${port}`,
		target: "",
		passed: [],
		stop: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
	return proxy;
}
