import { expect, test } from "vitest";
import { readOutsideUrl } from "./outside-url.ts";

const NOT_OUTSIDE: [what: string, hosts: string[]][] = [
	["decimal", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "8.8.8.8"]],
	["one number", ["2130706433", "2852039166", "0", "3232235777"]],
	["octal", ["0177.0.0.1", "017700000001", "0300.0250.1.1", "012.1"]],
	["hexadecimal", ["0x7f.0.0.1", "0x7f.1", "0x7f000001", "0xA9FEA9FE", "0xa.0.0x0.1"]],
	["short", ["127.1", "10.1", "0", "192.168.257"]],
	["with a dot at its end", ["127.0.0.1.", "0x7f.1.", "localhost.", "2130706433."]],
	["dots of other scripts", ["127。0。0。1", "169．254．169．254", "127｡0.0｡1", "localhost。"]],
	["digits of other scripts", ["１２７.０.０.１", "①②⑦.0.0.1", "𝟙𝟚𝟟.0.0.1"]],
	["percent-encoded", ["%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%6cocalhost"]],
	["IPv6", ["[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[2606:4700::1111]", "[0:0:0:0:0:0:0:1]"]],
	["IPv4 in IPv6", ["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"]],
	[
		"this machine's name",
		["localhost", "LOCALHOST", "ｌocalhost", "a.localhost", "a.b.localhost."],
	],
	["a name without a dot", ["intranet", "db", "metadata", "localhost6"]],
	["a name with an empty part", ["a..example", ".example.com", "example.com.."]],
];

test.each(NOT_OUTSIDE)("an address by %s is none of a public site", (_what, hosts) => {
	for (const host of hosts) {
		for (const address of [`http://${host}/`, `https://${host}/x?y#z`, `https:\\\\${host}`]) {
			expect([address, readOutsideUrl(address, { allowsLoopback: false })]).toEqual([
				address,
				null,
			]);
		}
	}
});

test.each([
	"",
	"example.com",
	"//example.com/",
	"ftp://example.com/",
	"file:///etc/passwd",
	"gopher://example.com/",
	"data:text/html,x",
	"javascript:alert(1)",
	"https://user@example.com/",
	"https://user:word@example.com/",
	"https://127.0.0.1@example.com/",
	"https://example.com@127.0.0.1/",
	"https://example.com:8443/",
	"https://example.com:80/",
	"http://example.com:443/",
	"http://example.com:22/",
	"https://",
	"https://[",
])("%s is no address that is asked", (address) => {
	expect(readOutsideUrl(address, { allowsLoopback: true })).toBeNull();
});

test.each([
	["https://example.com", "https://example.com/", "example.com"],
	["https://example.com:443/a?b", "https://example.com/a?b", "example.com"],
	["http://EXAMPLE.com./", "http://example.com./", "example.com"],
	["https://münchen.example/", "https://xn--mnchen-3ya.example/", "xn--mnchen-3ya.example"],
	["https://127.0.0.1.nip.io/", "https://127.0.0.1.nip.io/", "127.0.0.1.nip.io"],
])("%s is asked by its name", (address, href, name) => {
	const read = readOutsideUrl(address, { allowsLoopback: false });
	expect([read?.url.href, read?.name]).toEqual([href, name]);
});

test("this machine is asked by its name alone, at any port, where that is allowed", () => {
	const hosts = ["localhost:4000", "a.localhost:4000", "127.0.0.1:4000", "[::1]:4000"];
	const asked = hosts.filter((host) => readOutsideUrl(`http://${host}`, { allowsLoopback: true }));
	expect(asked).toEqual(["localhost:4000", "a.localhost:4000"]);
});
