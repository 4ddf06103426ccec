import { expect, test } from "vitest";
import { mayRead } from "./robots-rules.ts";

const PATH = "/acme/notes/privacy";

const SHUT: [what: string, robots: string][] = [
	["everybody", "User-agent: *\nDisallow: /"],
	["the crawler", "User-agent: Googlebot\nDisallow: /"],
	["the crawler in lower case, with Windows lines", "user-agent: googlebot\r\ndisallow: /\r\n"],
	["the crawler with its version", "User-agent: Googlebot/2.1\nDisallow: /"],
	["the crawler among others", "User-agent: Bingbot\nUser-agent: Googlebot\nDisallow: /acme/"],
	[
		"its group, which is in two parts",
		"User-agent: Googlebot\nAllow: /x\n\nUser-agent: Googlebot\nDisallow: /acme",
	],
	["a part of the path", "User-agent: *\nDisallow: /acme/notes"],
	["a pattern", "User-agent: *\nDisallow: /*/notes/"],
	["a pattern to the end", "User-agent: *\nDisallow: /acme/*/privacy$"],
	["the whole path", "User-agent: *\nDisallow: /acme/notes/privacy$"],
	["the longer rule", "User-agent: *\nAllow: /acme\nDisallow: /acme/notes"],
	["a rule with a comment", "User-agent: * # all\nDisallow: / # nothing"],
];

const OPEN: [what: string, robots: string][] = [
	["nothing", ""],
	["a page of HTML", "<!doctype html><title>Not found</title>"],
	["no path", "User-agent: *\nDisallow:"],
	["another crawler", "User-agent: Bingbot\nDisallow: /"],
	["everybody but the crawler", "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:"],
	["another one of its makers", "User-agent: Googlebot-Image\nDisallow: /"],
	["other paths", "User-agent: *\nDisallow: /acme/notes/privacy-policy\nDisallow: /admin"],
	["the end, which is not here", "User-agent: *\nDisallow: /acme$\nDisallow: /*/no*tes$"],
	["a shorter rule", "User-agent: *\nDisallow: /acme\nAllow: /acme/notes"],
	["a rule that is as long", "User-agent: *\nDisallow: /acme/\nAllow: /acme/"],
	["a rule of nobody", "Disallow: /\nUser-agent: *\nAllow: /"],
];

test.each(SHUT)("a robots.txt that shuts out %s shuts a page off", (_what, robots) => {
	expect(mayRead(robots, "Googlebot", PATH)).toBe(false);
});

test.each(OPEN)("a robots.txt that shuts out %s leaves a page open", (_what, robots) => {
	expect(mayRead(robots, "Googlebot", PATH)).toBe(true);
});

test("a pattern of many stars is read as quickly as any other", () => {
	const robots = `User-agent: *\nDisallow: /${"*a".repeat(100_000)}$`;
	expect(mayRead(robots, "Googlebot", `/${"a".repeat(50_000)}`)).toBe(true);
});
