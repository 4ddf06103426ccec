import { DAY_MS } from "#app/platform/time.ts";

/** How far back, and how far ahead, a text may apply from (product.md, rule 56). */
const MOST_BACK_MS = 10 * 366 * DAY_MS;
const MOST_AHEAD_MS = 2 * 366 * DAY_MS;

/** Returns a posted day as YYYY-MM-DD, "" if nothing was typed, or null if it is no day. */
export function readDay(typed: string): string | null {
	const day = typed.trim();
	if (day === "") return "";
	if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
	const date = new Date(day);
	// 30 February reads as a day in March.
	return !Number.isNaN(date.getTime()) && dayOf(date) === day ? day : null;
}

/** Returns the day of a time in UTC, as YYYY-MM-DD. */
export function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/** Returns what is wrong with a day from which a text is to apply, or "". */
export function describeDayFault(day: string | null, now: Date): string {
	if (day === null) return "Please give the day as year-month-day, such as 2027-01-31.";
	if (day === "") return "";
	const ahead = new Date(day).getTime() - now.getTime();
	if (ahead > MOST_AHEAD_MS) return "Please give a day within the next two years.";
	if (ahead < -MOST_BACK_MS) return "Please give a day within the last ten years.";
	return "";
}
