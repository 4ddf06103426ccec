import { describe, expect, test } from "vitest";
import { clientAddress } from "~/lib/client-address.server";

function counted(address?: string): string {
	const headers = new Headers(address === undefined ? {} : { "X-Client-Address": address });
	return clientAddress(new Request("http://localhost/", { headers }));
}

describe("the address that limits are counted by", () => {
	test("is an IPv4 address as it is", () => {
		expect(counted("203.0.113.7")).toBe("203.0.113.7");
		expect(counted("203.0.113.8")).not.toBe(counted("203.0.113.7"));
	});

	test.each(["::ffff:203.0.113.7", "::FFFF:203.0.113.7"])(
		"is the IPv4 address in %s, which maps it",
		(address) => {
			expect(counted(address)).toBe("203.0.113.7");
		},
	);

	test.each([
		"2001:db8:1:2::1",
		"2001:db8:1:2::ffff",
		"2001:db8:1:2:aaaa:bbbb:cccc:dddd",
		"2001:0DB8:0001:0002:0:0:0:1",
		"2001:db8:1:2::1%eth0",
	])("is one for a household's /64: %s", (address) => {
		expect(counted(address)).toBe("2001:db8:1:2::/64");
	});

	test.each([
		["2001:db8:1:3::1", "2001:db8:1:3::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
		["::1", "0:0:0:0::/64"],
		["fe80::", "fe80:0:0:0::/64"],
	])("of %s is %s", (address, network) => {
		expect(counted(address)).toBe(network);
	});

	test("is still a value when nothing is known", () => {
		expect(counted()).toBe("unknown");
	});
});
