import http from "node:http";
import { type Loopback, listenOnLoopback, readBody } from "../process/loopback.ts";

export type Passed = {
	/** With :id for ids: POST /v1/customers/:id. */
	endpoint: string;
	/** The names of its parameters, sorted. */
	params: string[];
	status: number;
	/** The response's body. */
	body: string;
};

export type StripeProxy = Loopback & {
	/** The server that gets the next requests. */
	target: string;
	/** Every request that passed through since this was emptied. */
	passed: Passed[];
};

/** Starts an HTTP server on loopback that forwards everything to `target` and records it. */
export async function startProxy(): Promise<StripeProxy> {
	const server = http.createServer(async (request, response) => {
		const body = await readBody(request);
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
	const proxy: StripeProxy = {
		...(await listenOnLoopback(server)),
		target: "",
		passed: [],
	};
	return proxy;
}
