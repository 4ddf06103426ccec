import { BlockList, isIP } from "node:net";

/** IPv4 that leads to no place on the internet, by IANA's registry of special addresses. */
const SPECIAL_IPV4: [network: string, prefix: number][] = [
	["0.0.0.0", 8],
	["10.0.0.0", 8],
	["100.64.0.0", 10],
	["127.0.0.0", 8],
	["169.254.0.0", 16],
	["172.16.0.0", 12],
	["192.0.0.0", 24],
	["192.0.2.0", 24],
	["192.88.99.0", 24],
	["192.168.0.0", 16],
	["198.18.0.0", 15],
	["198.51.100.0", 24],
	["203.0.113.0", 24],
	["224.0.0.0", 4],
	["240.0.0.0", 4],
];

/** The same within the part of IPv6 that is given out: tunnels, tests and documentation. */
const SPECIAL_IPV6: [network: string, prefix: number][] = [
	["2001::", 23],
	["2001:db8::", 32],
	["2002::", 16],
	["3fff::", 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");

/** All of IPv6 that is given out to public networks. Loopback, Fly's 6PN and NAT64 lie outside. */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet("2000::", 3, "ipv6");

/**
 * Returns whether an IP address, as a name server gives it, is one that everybody reaches. IPv4
 * inside of IPv6 never is: no public name has such an address.
 */
export function isPublicAddress(address: string): boolean {
	const family = isIP(address);
	if (family === 4) return !special.check(address, "ipv4");
	// Without a zone, such as "%eth0", which names a network of this machine.
	if (family !== 6 || address.includes("%")) return false;
	return globalIPv6.check(address, "ipv6") && !special.check(address, "ipv6");
}
