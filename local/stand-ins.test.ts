import { Hono } from "hono";
import { expect, test } from "vitest";
import { createLocalPages } from "./stand-ins.ts";

test.each([
	["127.0.0.1", 200],
	["::1", 200],
	["::ffff:127.0.0.1", 200],
	["192.168.1.7", 404],
	["::ffff:192.168.1.7", 404],
	["fd00::1", 404],
	[undefined, 404],
])("the pages reply to %s with %s", async (remoteAddress, status) => {
	const pages = createLocalPages(new Hono().get("/mailbox", (context) => context.text("a letter")));
	const socket = { remoteAddress, remoteFamily: "IPv4", remotePort: 1 };
	const page = await pages.request("/mailbox", {}, { incoming: { socket } });
	expect(page.status).toBe(status);
	expect((await page.text()).includes("a letter")).toBe(status === 200);
});
