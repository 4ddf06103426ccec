import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { readClientAddress } from "../../server/client-address.ts";
import { clientAddress } from "./client-address.server.ts";

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

describe("the address that a request comes from", () => {
	const SOCKET = "10.0.0.9";
	const SAID = {
		"X-Forwarded-For": "198.51.100.1, 203.0.113.7",
		"Fly-Client-IP": "192.0.2.4",
	};

	async function readFrom(
		env: { trustProxy: boolean; isOnFly: boolean },
		headers: Record<string, string> = SAID,
	): Promise<string> {
		const app = new Hono().get("/", (context) => context.text(readClientAddress(context, env)));
		const incoming = { socket: { remoteAddress: SOCKET, remotePort: 1, remoteFamily: "IPv4" } };
		return (await app.request("/", { headers }, { incoming })).text();
	}

	test("is the socket's, whatever the request says, where no proxy is trusted", async () => {
		expect(await readFrom({ trustProxy: false, isOnFly: false })).toBe(SOCKET);
		expect(await readFrom({ trustProxy: false, isOnFly: true })).toBe(SOCKET);
	});

	test("is what the nearest proxy wrote, and no header that it passes on from a client", async () => {
		expect(await readFrom({ trustProxy: true, isOnFly: false })).toBe("203.0.113.7");
		const { "Fly-Client-IP": _, ...plain } = SAID;
		expect(await readFrom({ trustProxy: true, isOnFly: false }, plain)).toBe("203.0.113.7");
	});

	test("is Fly's own word on Fly, whose last entry of the list is the app's address", async () => {
		expect(await readFrom({ trustProxy: true, isOnFly: true })).toBe("192.0.2.4");
	});

	test.each([true, false])(
		"is the socket's where the proxy says nothing (on Fly: %s)",
		async (isOnFly) => {
			expect(await readFrom({ trustProxy: true, isOnFly }, {})).toBe(SOCKET);
		},
	);
});
