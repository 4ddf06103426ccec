import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isLoopbackName } from "./outside-url.ts";
import { isPublicAddress } from "./public-address.ts";

/** Name servers are asked again after so long, and then given up. */
const PATIENCE = { timeout: 2_000, tries: 2 };
const MOST_ADDRESSES = 16;

/** What may be reached. Tests name a server of their own, and addresses that it gives. */
export type Reach = {
	/** In place of the system's name servers. */
	nameServers?: string[];
	/** Whether "localhost" may be asked, which is this machine. */
	allowsLoopback: boolean;
	isPublic?: (address: string) => boolean;
	/** In place of 80 and 443, by the scheme. */
	ports?: Record<string, number>;
};

/** What the name servers say: addresses, that there are none for us, or nothing at all. */
export type Resolved = LookupAddress[] | "not public" | "no name server";

/**
 * Returns all addresses of a name, IPv6 and IPv4, if each of them is public. A name without one is
 * "not public" too, so that nobody learns which names a private network has. Asks name servers
 * alone: the system's own lookup would hold one of the few threads that read files and hash.
 */
export async function resolvePublic(
	name: string,
	{ nameServers, allowsLoopback, isPublic = isPublicAddress }: Reach,
	signal: AbortSignal,
): Promise<Resolved> {
	if (isLoopbackName(name)) {
		return allowsLoopback ? [{ address: "127.0.0.1", family: 4 }] : "not public";
	}
	const resolver = new Resolver(PATIENCE);
	if (nameServers) resolver.setServers(nameServers);
	const cancel = () => resolver.cancel();
	signal.addEventListener("abort", cancel);
	try {
		const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
		signal.throwIfAborted();
		const found = answers.flatMap((answer, at) => {
			const family = at === 0 ? 6 : 4;
			const addresses = answer.status === "fulfilled" ? answer.value : [];
			return addresses.map((address) => ({ address, family }));
		});
		if (found.length === 0) return answers.every(isSilent) ? "no name server" : "not public";
		const isForUs =
			found.length <= MOST_ADDRESSES && found.every(({ address }) => isPublic(address));
		return isForUs ? found : "not public";
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}

/** Codes that say that there is no such name, or that it can't be one. */
const NO_SUCH_NAME = ["ENOTFOUND", "ENODATA", "EBADNAME", "EFORMERR"];

function isSilent(answer: PromiseSettledResult<string[]>): boolean {
	return answer.status === "rejected" && !NO_SUCH_NAME.includes(answer.reason.code);
}
