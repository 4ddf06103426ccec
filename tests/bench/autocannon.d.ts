declare module "autocannon" {
	export type Context = Record<string, string> & { values: Record<string, string> };

	export type Request = {
		method?: string;
		headers?: Record<string, string>;
		body?: string;
		setupRequest?: (request: Request, context: Context) => Request;
		onResponse?: (status: number, body: string, context: Context) => void;
	};

	export type Result = {
		requests: { total: number };
		/** In seconds. */
		duration: number;
		/** In milliseconds. */
		latency: { p50: number; p99: number };
		statusCodeStats: Record<string, { count: number }>;
		errors: number;
	};

	type Options = {
		url: string;
		duration?: number;
		/** The number of requests, instead of a duration. */
		amount?: number;
		connections: number;
		headers?: Record<string, string>;
		requests?: Request[];
	};

	type Running = PromiseLike<Result> & { on(event: "response", listener: () => void): void };

	export default function autocannon(options: Options): Running;
}
