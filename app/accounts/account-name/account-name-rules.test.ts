import { describe, expect, test } from "vitest";
import { RESERVED_APP_NAMES } from "#app/addresses/reserved.ts";
import { PATTERNS } from "../../../tests/kit/http/route-table.ts";
import { accountNameFault, accountNamesFrom, normalizeAccountName } from "./account-name-rules.ts";

const staticSegments = [...new Set(PATTERNS.map((pattern) => pattern.split("/")[0] ?? ""))].filter(
	(segment) => segment && !/^[:*]/.test(segment),
);

describe("a name for an account", () => {
	test("is refused for each first segment that the site answers itself", () => {
		expect(staticSegments).toContain("dashboard");
		// One with a dot, such as robots.txt, can be nobody's name.
		for (const segment of staticSegments.filter((one) => normalizeAccountName(one) === one)) {
			expect(accountNameFault(segment), segment).toBe(
				`"${segment}" is reserved. Please choose a different account name.`,
			);
		}
	});

	test("is refused for the routes of the specification that are still to come", () => {
		const specified = [
			"demo-privacy",
			"demo-terms",
			"demo-eula",
			"demo-form",
			"form",
			"conversation",
			"verify-submission",
			"extend-session",
			"getting-started",
			"pricing",
			"support",
			"help",
			"upgrade",
			"robots",
			"sitemap",
			"smallprint",
		];
		for (const segment of specified) expect(accountNameFault(segment), segment).not.toBeNull();
	});

	test("is refused for each reserved app name", () => {
		for (const name of RESERVED_APP_NAMES) expect(accountNameFault(name), name).not.toBeNull();
	});

	test.each([
		["ab", "Account names need at least 3 letters or digits (a to z, 0 to 9)."],
		["", "Account names need at least 3 letters or digits (a to z, 0 to 9)."],
		["a".repeat(41), "Account names can have at most 40 characters."],
	])("is refused with a reason for the length of %j", (slug, fault) => {
		expect(accountNameFault(slug)).toBe(fault);
	});

	test("may have 3 to 40 characters", () => {
		expect(accountNameFault("abc")).toBeNull();
		expect(accountNameFault("a".repeat(40))).toBeNull();
	});

	test("is normalised before it is judged", () => {
		expect(normalizeAccountName("  Łódź Café_Studio ")).toBe("odz-cafestudio");
		expect(accountNameFault(normalizeAccountName(" DASHBOARD "))).toContain("reserved");
		expect(accountNameFault(normalizeAccountName("お名前"))).toContain("at least 3");
	});

	test("is not cut to fit: a name that is too long is told so", () => {
		const long = "word ".repeat(30);
		expect(accountNameFault(normalizeAccountName(long))).toContain("at most 40");
	});
});

describe("the first suggestion for an empty field", () => {
	test.each([
		["jane.doe@example.com", "janedoe"],
		["Jane-Doe@example.com", "jane-doe"],
		["al@example.com", undefined],
		["a.b@example.com", undefined],
		["abc@example.com", "abc"],
		["用户@example.com", undefined],
		[`${"x".repeat(64)}@example.com`, "x".repeat(40)],
		["admin@example.com", "admin-apps"],
	])("for %j is %j", (email, suggestion) => {
		expect(accountNamesFrom(email)[0]).toBe(suggestion);
	});

	test("is followed by others that an account can have", () => {
		for (const email of ["abc@example.com", `${"x".repeat(64)}@example.com`]) {
			const names = accountNamesFrom(email);
			expect(new Set(names).size).toBe(10);
			expect(names.filter(accountNameFault)).toEqual([]);
		}
	});
});
