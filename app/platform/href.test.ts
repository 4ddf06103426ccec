import { href as routerHref } from "react-router";
import { expect, test } from "vitest";
import { href } from "./href.ts";

// The type knows the app's own routes alone.
type AnyHref = (pattern: string, values?: Record<string, string>) => string;
const [ours, theirs] = [href as AnyHref, routerHref as AnyHref];

test.each([
	["/"],
	["/dashboard"],
	["/.well-known/security.txt"],
	["/app/:appId/documents/:documentId/edit", { appId: "01a2-b", documentId: "7_C" }],
	["/:accountSlug/:appName", { accountSlug: "ann", appName: "プライバシー / 1%" }],
	["/:accountSlug/:appName", { accountSlug: "..", appName: "a?b#c" }],
	["/verify/:token?", {}],
	["/verify/:token?", { token: "abc" }],
	["/files/*", { "*": "a b/c" }],
] as [string, Record<string, string>?][])(
	"%s leads where React Router's href leads",
	(pattern, values) => {
		for (let time = 0; time < 2; time += 1)
			expect(ours(pattern, values)).toBe(theirs(pattern, values));
	},
);

test("a parameter that is missing is refused", () => {
	expect(() => ours("/app/:appId", {})).toThrow("requires param 'appId'");
});
