import { describe, expect, test } from "vitest";
import { describeUserAgent, userAgentOf } from "./user-agent.server.ts";

describe("a browser", () => {
	test.each([
		["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
		[
			"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
			"Microsoft Edge on Windows",
		],
		[
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
			"Safari on iOS",
		],
		["", "Unknown browser"],
		["something made up", "Unknown browser"],
		["<script>alert(1)</script>", "Unknown browser"],
	])("%s is called what a person calls it", (userAgent, name) => {
		expect(describeUserAgent(userAgent)).toBe(name);
	});

	test("is kept in at most 300 characters, and may say nothing", () => {
		const ask = (headers: Record<string, string>) =>
			userAgentOf(new Request("http://localhost/", { headers }));
		expect(ask({ "User-Agent": "x".repeat(5_000) })).toHaveLength(300);
		expect(ask({})).toBe("");
	});
});
