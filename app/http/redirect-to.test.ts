import { describe, expect, test } from "vitest";
import { safeRedirect } from "./redirect-to.ts";

const ORIGIN = "https://smallprint.example";

describe("where sign-in leads back to", () => {
	test.each([
		"/dashboard",
		"/app/1/settings",
		"/a/b/documents?page=2&q=x#top",
		"/",
		"/?next=https://evil.example/",
		"/caf%C3%A9",
		"/a//b",
	])("is %s, a page of this site", (path) => {
		expect(safeRedirect(path)).toBe(path);
	});

	test.each([
		"https://evil.example/",
		"http:evil.example",
		"//evil.example",
		"///evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"/\\/evil.example",
		"\\/evil.example",
		"/\t/evil.example",
		"/\n/evil.example",
		"\t//evil.example",
		" //evil.example",
		"/\u0000/evil.example",
		"/..//evil.example",
		"/.//evil.example",
		"/a/..//evil.example",
		"/%2e%2e//evil.example",
		"/%2E//evil.example",
		"/ok\\..\\..\\evil.example",
		"/ok\r\nSet-Cookie: session=stolen",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"evil.example",
		"@evil.example",
		".evil.example",
		"?redirectTo=//evil.example",
		"",
		null,
	])("is the dashboard instead of %j", (attempt) => {
		expect(safeRedirect(attempt)).toBe("/dashboard");
	});

	test.each([
		["/café?q=ü#ß", "/caf%C3%A9?q=%C3%BC#%C3%9F"],
		["/hel\uFFFD\uD800", "/hel%EF%BF%BD%EF%BF%BD"],
		["/a\u007F", "/a%7F"],
		[`/${"é".repeat(1_000)}`, "/dashboard"],
	])("is %j in characters that a header holds", (path, sent) => {
		expect(safeRedirect(path)).toBe(sent);
	});

	test("is the fallback that the page names", () => {
		expect(safeRedirect("https://evil.example/", "/")).toBe("/");
	});

	test("stays on this site however a browser reads the path", () => {
		const parts = ["/", "\\", ".", "..", "\t", "%2f", "%5c", "@", ":", "evil.example", "a"];
		let paths = ["/"];
		for (let length = 0; length < 4; length += 1) {
			paths = paths.flatMap((path) => parts.map((part) => path + part));
		}
		const leadingAway = paths.filter((path) => {
			const url = new URL(safeRedirect(path), ORIGIN);
			return url.origin !== ORIGIN || url.pathname.startsWith("//");
		});
		expect(leadingAway).toEqual([]);
	});
});
