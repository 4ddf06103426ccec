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
	const PROXY = { "X-Forwarded-For": "198.51.100.1, 203.0.113.7" };
	const FLY = { ...PROXY, "Fly-Client-IP": "192.0.2.4" };
	const events: string[] = [];

	async function read(env: { trustProxy: boolean; isOnFly: boolean }, headers: object) {
		const entry = { env, logEvent: (event: string) => events.push(event) };
		const app = new Hono().get("/", (context) => context.text(readClientAddress(context, entry)));
		const incoming = { socket: { remoteAddress: SOCKET, remotePort: 1, remoteFamily: "IPv4" } };
		return (await app.request("/", { headers: { ...headers } }, { incoming })).text();
	}

	// First, because the warning is once in a process.
	test("is doubted once in the log where a proxy speaks that is not trusted", async () => {
		const env = { trustProxy: false, isOnFly: false };
		await read(env, {});
		expect(events).toEqual([]);
		for (const headers of [PROXY, PROXY]) await read(env, headers);
		expect(events).toEqual(["warning"]);
	});

	test.each([
		["the socket's, whatever the request says, without a trusted proxy", false, false, FLY, SOCKET],
		["the socket's, too, without a trusted proxy on Fly", false, true, FLY, SOCKET],
		["what the nearest proxy wrote", true, false, PROXY, "203.0.113.7"],
		["no header that the proxy passes on from a client", true, false, FLY, "203.0.113.7"],
		["Fly's own word on Fly, where the list ends in the app", true, true, FLY, "192.0.2.4"],
		["the socket's where the proxy says nothing", true, false, {}, SOCKET],
		["the socket's where Fly says nothing", true, true, {}, SOCKET],
	])("is %s", async (_, trustProxy, isOnFly, headers, address) => {
		expect(await read({ trustProxy, isOnFly }, headers)).toBe(address);
	});
});
