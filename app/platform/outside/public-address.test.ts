import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

/** The first and the last address of each range, and its neighbours that are public. */
const RANGES: [what: string, from: string, to: string, outside: string[]][] = [
	["this network", "0.0.0.0", "0.255.255.255", ["1.0.0.0"]],
	["private, 10/8", "10.0.0.0", "10.255.255.255", ["9.255.255.255", "11.0.0.0"]],
	["shared by carriers", "100.64.0.0", "100.127.255.255", ["100.63.255.255", "100.128.0.0"]],
	["loopback", "127.0.0.0", "127.255.255.255", ["126.255.255.255", "128.0.0.0"]],
	["link-local", "169.254.0.0", "169.254.255.255", ["169.253.255.255", "169.255.0.0"]],
	["private, 172.16/12", "172.16.0.0", "172.31.255.255", ["172.15.255.255", "172.32.0.0"]],
	["protocols", "192.0.0.0", "192.0.0.255", ["191.255.255.255", "192.0.1.0"]],
	["documentation 1", "192.0.2.0", "192.0.2.255", ["192.0.1.255", "192.0.3.0"]],
	["6to4 relays", "192.88.99.0", "192.88.99.255", ["192.88.98.255", "192.88.100.0"]],
	["private, 192.168/16", "192.168.0.0", "192.168.255.255", ["192.167.255.255", "192.169.0.0"]],
	["benchmarks", "198.18.0.0", "198.19.255.255", ["198.17.255.255", "198.20.0.0"]],
	["documentation 2", "198.51.100.0", "198.51.100.255", ["198.51.99.255", "198.51.101.0"]],
	["documentation 3", "203.0.113.0", "203.0.113.255", ["203.0.112.255", "203.0.114.0"]],
	["multicast", "224.0.0.0", "239.255.255.255", ["223.255.255.255"]],
	["reserved and broadcast", "240.0.0.0", "255.255.255.255", []],
	["unspecified", "::", "::", []],
	["loopback of IPv6", "::1", "::1", []],
	["IPv4 in IPv6", "::ffff:0.0.0.0", "::ffff:255.255.255.255", []],
	["IPv4 in IPv6, as it was", "::127.0.0.1", "::10.0.0.1", []],
	["translated", "64:ff9b::", "64:ff9b::ffff:ffff", []],
	["translated locally", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", []],
	["discarded", "100::", "100::ffff:ffff:ffff:ffff", []],
	["protocols of IPv6", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", ["2001:200::"]],
	[
		"documentation of IPv6",
		"2001:db8::",
		"2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
		["2001:db7:ffff::", "2001:db9::"],
	],
	["6to4", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ["2001:ffff::", "2003::"]],
	["documentation, the newer", "3fff::", "3fff:fff:ffff::", ["3ffe:ffff::", "3fff:1000::"]],
	["not given out", "4000::", "fbff:ffff::", ["2606:4700::1111"]],
	["private, Fly's among them", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", []],
	["link-local of IPv6", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", []],
	["site-local", "fec0::", "feff:ffff::", []],
	["multicast of IPv6", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", []],
];

test.each(RANGES)("%s is not public, and what lies beside it is", (_what, from, to, outside) => {
	expect([from, to].filter(isPublicAddress)).toEqual([]);
	expect(outside.filter(isPublicAddress)).toEqual(outside);
});

test.each([
	"::ffff:8.8.8.8",
	"::ffff:808:808",
	"fe80::1%eth0",
	"2606:4700::1111%1",
	"8.8",
	"",
	"x",
])("%s is no public address, because no public name has such a one", (address) =>
	expect(isPublicAddress(address)).toBe(false),
);
