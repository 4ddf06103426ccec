import { describe, expect, test } from "vitest";
import { DAY_MS } from "#app/platform/time.ts";
import { daysLeft, describeDue, isLate, planMails, provedSince } from "./days.ts";

const at = (text: string) => new Date(text.length === 10 ? `${text}T12:00:00.000Z` : text);
const request = { askedAt: at("2026-03-03T21:00:00.000Z"), dueAt: at("2026-04-02T21:00:00.000Z") };

/** Walks the clock by hours, as a worker does, and returns what was due on which day. */
function walk(dates: { askedAt: Date; dueAt: Date }, from = dates.askedAt): string[] {
	const told = new Set<string>();
	let now: Date | null = from;
	while (now) {
		const { reminder, tellsLate, next } = planMails(dates, now);
		const day = now.toISOString().slice(0, 10);
		if (reminder !== null && ![...told].some((one) => one.endsWith(` ${reminder}`))) {
			told.add(`${day} ${reminder}`);
		}
		if (tellsLate && ![...told].some((one) => one.endsWith("late"))) told.add(`${day} late`);
		now = next;
	}
	return [...told];
}

describe("the mails of a request that waits", () => {
	test("are due a week and a day before its day, on it, after it, and weekly four times", () => {
		expect(walk(request)).toEqual([
			"2026-03-26 7",
			"2026-04-01 1",
			"2026-04-02 0",
			"2026-04-03 late",
			"2026-04-09 -7",
			"2026-04-16 -14",
			"2026-04-23 -21",
			"2026-04-30 -28",
		]);
	});

	test.each([
		[1, ["0", "late"]],
		[2, ["1", "0", "late"]],
		[7, ["1", "0", "late"]],
		[8, ["7", "1", "0", "late"]],
	])("leave out what the day of the request says, with %i days to go", (days, told) => {
		const dates = { ...request, dueAt: new Date(request.askedAt.getTime() + days * DAY_MS) };
		expect(
			walk(dates)
				.map((one) => one.slice(11))
				.slice(0, told.length),
		).toEqual(told);
	});

	test.each([
		["2026-03-03", null, false],
		["2026-03-26T06:59:59.999Z", null, false],
		["2026-03-26T07:00:00.000Z", 7, false],
		["2026-03-31", 7, false],
		["2026-04-02", 0, false],
		["2026-04-03T06:59:59.999Z", 0, false],
		["2026-04-20", -14, true],
		["2026-05-27", -28, false],
		["2026-05-29", null, false],
	])("are one of each kind after any jump of the clock: %s", (now, reminder, tellsLate) => {
		expect(planMails(request, at(now))).toMatchObject({ reminder, tellsLate });
	});
});

test.each([
	["2026-04-01", 1, "due tomorrow", false],
	["2026-03-30", 3, "due in 3 days", false],
	["2026-04-02T23:59:59.999Z", 0, "due today", false],
	["2026-04-03T00:00:00.000Z", -1, "1 day late", true],
	["2026-04-12", -10, "10 days late", true],
])("a request is late from 00:00 UTC after its day: %s", (now, left, words, late) => {
	const { dueAt } = request;
	expect([daysLeft(dueAt, at(now)), describeDue(dueAt, at(now)), isLate(dueAt, at(now))]).toEqual([
		left,
		words,
		late,
	]);
});

test("a proof is kept for 24 months", () => {
	expect(provedSince(at("2028-03-03"))).toEqual(at("2026-03-03"));
});
