import { describe, expect, test } from "vitest";
import { isProvedBy } from "./authentication-results.ts";

const AUTHOR = "ann@example.com";

function isProved(...values: string[]): boolean {
	const headers = values.map((value) => ({ name: "Authentication-Results", value }));
	return isProvedBy(headers, AUTHOR, "mx.example.org");
}

describe("Authentication-Results", () => {
	test.each([
		["a signature", "mx.example.org; dkim=pass header.d=example.com header.s=a"],
		["a parent's signature", "mx.example.org; dkim=pass header.d=mail.example.com"],
		["DMARC", "mx.example.org; dmarc=pass (p=none dis=none) header.from=example.com"],
		["capitals and a version", "MX.Example.ORG 1; DKIM=Pass header.D=Example.com"],
		[
			"what OpenDKIM writes",
			'mx.example.org;\tdkim=pass (2048-bit key; unprotected) header.d=example.com header.i=@example.com header.a=rsa-sha256 header.s=a header.b="AbC/+12="; dkim-atps=neutral',
		],
		[
			"what rspamd writes",
			"mx.example.org; dkim=pass header.d=example.com header.s=a; spf=pass (mx: domain of ann@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.com; dmarc=pass (policy=none) header.from=example.com",
		],
		["a comment in a comment", "mx.example.org; (a (b) c) dkim=pass (d) header.d=example.com"],
		["a reason in quotes", 'mx.example.org; dkim=pass reason="good; really" header.d=example.com'],
	])("proves its author by %s", (_, value) => {
		expect(isProved(value)).toBe(true);
	});

	test.each([
		["nothing", []],
		["another server's", ["mx.example.net; dkim=pass header.d=example.com"]],
		["a server's whose name begins alike", ["mx.example.org.x; dkim=pass header.d=example.com"]],
		["a server's name in a comment", ["(mx.example.org) x; dkim=pass header.d=example.com"]],
		[
			"a lower one of the same name",
			["mx.example.org; dkim=none", "mx.example.org; dkim=pass header.d=example.com"],
		],
		["no verdict", ["mx.example.org; none"]],
		["a failure", ["mx.example.org; dkim=fail header.d=example.com"]],
		["another's signature", ["mx.example.org; dkim=pass header.d=example.net"]],
		["a name that ends alike", ["mx.example.org; dkim=pass header.d=notexample.com"]],
		["DMARC for another", ["mx.example.org; dmarc=pass header.from=example.net"]],
		["DMARC for nobody", ["mx.example.org; dmarc=pass"]],
		["SPF alone", ["mx.example.org; spf=pass smtp.mailfrom=ann@example.com"]],
		["a verdict in a comment", ["mx.example.org; dkim=fail (dkim=pass header.d=example.com)"]],
		[
			"a verdict in a comment in a comment",
			["mx.example.org; dkim=fail (x (y) ; dkim=pass header.d=example.com)"],
		],
		[
			"a comment that an escape goes on with",
			["mx.example.org; dkim=fail (x \\) ; dkim=pass header.d=example.com)"],
		],
		[
			"a verdict in quotes",
			['mx.example.org; dkim=fail reason="x; dkim=pass header.d=example.com"'],
		],
		[
			"a quote that an escape goes on with",
			['mx.example.org; dkim=fail reason="\\"; dkim=pass header.d=example.com;"'],
		],
		[
			"a second verdict",
			["mx.example.org; dkim=fail header.d=example.net; dkim=pass header.d=example.com"],
		],
		[
			"the property of another clause",
			["mx.example.org; dkim=pass header.i=@x; arc=fail header.d=example.com"],
		],
		["a property twice", ["mx.example.org; dkim=pass header.d=example.net header.d=example.com"]],
		["a comment without an end", ["mx.example.org; dkim=pass header.d=example.com (x"]],
		[
			"a comment without an end, above a forged one",
			["mx.example.org; dkim=none (x", "mx.example.org; dkim=pass header.d=example.com"],
		],
		["a quote without an end", ['mx.example.org; dkim=pass header.d=example.com "x']],
		["an end without a comment", ["mx.example.org; dkim=fail ) dkim=pass header.d=example.com"]],
		["a result that goes on", ["mx.example.org; dkim=pass-through header.d=example.com"]],
	])("does not prove its author by %s", (_, values) => {
		expect(isProved(...values)).toBe(false);
	});

	const MANY = 150_000;
	test.each([
		["letters", "a".repeat(MANY)],
		["a property without an end", `a.${"a".repeat(MANY)}`],
		["letters and digits", `a.${"a1".repeat(MANY / 2)}`],
		["properties without a value", "a.a ".repeat(MANY / 4)],
		["labels", "a.".repeat(MANY / 2)],
		["blank space", `a.a${" ".repeat(MANY)}`],
		["values", "a.a=".repeat(MANY / 4)],
	])("with %s takes no time to speak of", (_, text) => {
		const started = performance.now();
		expect(isProved(`mx.example.org; dkim=pass ${text}`)).toBe(false);
		expect(isProved(`mx.example.org; ${text}`)).toBe(false);
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});
