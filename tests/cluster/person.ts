import { type Answer, createClient, type Values } from "../kit/http/client.ts";
import { FIRST_NODE_HEADER } from "./router.ts";

/** A browser with cookies whose requests reach the node `at` first. */
export class Person {
	readonly cookies = new Map<string, string>();
	#client: ReturnType<typeof createClient>;

	constructor(url: string, cookie?: string) {
		this.#client = createClient(url);
		if (cookie) this.#set(cookie);
	}

	async get(address: string, at?: string): Promise<Answer> {
		return this.#keep(await this.#client.get(address, this.#headers(at)));
	}

	async post(address: string, values: Values, at?: string): Promise<Answer> {
		// Each person has an address of their own, because the app's rate limits count by address.
		const from = `198.51.100.${Math.floor(Math.random() * 250)}`;
		const headers = { ...this.#headers(at), "X-Forwarded-For": from };
		return this.#keep(await this.#client.post(address, values, headers));
	}

	#headers(at: string | undefined) {
		const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
		return { Cookie: pairs.join("; ") || undefined, [FIRST_NODE_HEADER]: at };
	}

	#keep(answer: Answer): Answer {
		for (const cookie of answer.cookies) this.#set(cookie);
		return answer;
	}

	#set(cookie: string): void {
		const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
		this.cookies.set(name, value);
	}
}
