import net from "node:net";

/** The process sets this header on every request and overwrites what the client sent. */
export const CLIENT_ADDRESS_HEADER = "X-Client-Address";

/**
 * Returns the key for rate limits: the IPv4 address, or the /64 of an IPv6 address, which is what
 * one household has.
 */
export function clientAddress(request: Request): string {
	const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
	return net.isIPv6(plain) ? subnetOf(plain) : plain;
}

function subnetOf(ipv6: string): string {
	const [head = "", tail = ""] = ipv6.split("%")[0]?.split("::") ?? [];
	const left = head.split(":").filter(Boolean);
	const right = tail.split(":").filter(Boolean);
	const zeros = ipv6.includes("::") ? Math.max(8 - left.length - right.length, 0) : 0;
	const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
	return `${groups
		.slice(0, 4)
		.map((group) => Number.parseInt(group, 16).toString(16))
		.join(":")}::/64`;
}
