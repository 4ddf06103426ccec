import net from "node:net";

/**
 * The address that a limit is counted by: an IPv4 address, or the /64 of an IPv6 one, which is
 * what one household has. The server sets the header on every request.
 */
export function clientAddress(request: Request): string {
	const address = request.headers.get("X-Client-Address") ?? "unknown";
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
	return net.isIPv6(plain) ? networkOf(plain) : plain;
}

function networkOf(ipv6: string): string {
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
