import { expect, test } from "vitest";
import { dayOf, describeDayFault, readDay } from "./applies-from.ts";

const NOW = new Date("2026-11-22T10:00:00Z");

test.each([
	["2027-01-31", "2027-01-31"],
	[" 2027-01-31 ", "2027-01-31"],
	["", ""],
	["  ", ""],
	["2027-02-30", null],
	["2027-13-01", null],
	["31.01.2027", null],
	["2027-1-1", null],
	["+12027-01-01", null],
	["tomorrow", null],
])("%j is read as %j", (typed, day) => {
	expect(readDay(typed)).toBe(day);
});

test.each([
	["2026-11-22", ""],
	["2017-01-01", ""],
	["2028-11-01", ""],
	["", ""],
	["2030-01-01", "Please give a day within the next two years."],
	["0001-01-01", "Please give a day within the last ten years."],
	[null, "Please give the day as year-month-day, such as 2027-01-31."],
])("%j as the day from which a text applies: %j", (day, fault) => {
	expect(describeDayFault(day, NOW)).toBe(fault);
});

test("a time's day is that of UTC", () => {
	expect(dayOf(new Date("2026-12-31T23:59:59.999Z"))).toBe("2026-12-31");
});
