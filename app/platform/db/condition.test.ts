import { describe, expect, test } from "vitest";
import { fits, sqlOf } from "./condition.ts";

const open = { deletedAt: null, kind: "page", status: { not: "closed" }, seenAt: { not: null } };
const inOpenHouse = { house: { deletedAt: null, owner: { deletedAt: null } }, deletedAt: null };

describe("a condition", () => {
	test("is the same in SQL", () => {
		expect(sqlOf(open, "p")).toBe(
			"p.deletedAt IS NULL AND p.kind = 'page' AND p.status <> 'closed' AND p.seenAt IS NOT NULL",
		);
	});

	test("reaches into the rows that a row belongs to", () => {
		expect(sqlOf(inOpenHouse, "p", { house: "h", owner: "u" })).toBe(
			"h.deletedAt IS NULL AND u.deletedAt IS NULL AND p.deletedAt IS NULL",
		);
		const row = { deletedAt: null, house: { deletedAt: null, owner: { deletedAt: null } } };
		expect(fits(inOpenHouse, row)).toBe(true);
		const closed = { ...row, house: { ...row.house, owner: { deletedAt: new Date() } } };
		expect(fits(inOpenHouse, closed)).toBe(false);
	});

	test.each([
		[{}, true],
		[{ deletedAt: new Date() }, false],
		[{ kind: "form" }, false],
		[{ status: "closed" }, false],
		[{ seenAt: null }, false],
	])("judges a row with %o", (change, verdict) => {
		const row = { deletedAt: null, kind: "page", status: "open", seenAt: new Date(), ...change };
		expect(fits(open, row)).toBe(verdict);
	});
});
