import { DAY_MS, formatLongDate } from "#app/platform/time.ts";
import { dayOf } from "../applies-from.ts";

/** From how many days ahead on no tick is needed, and how far ahead at most (product.md, rule 58). */
const USUAL_DAYS = 14;
const MOST_DAYS = 365;

/** Returns the time at which an announced text publishes itself: 00:00 UTC of its day. */
export function publishesAt(day: string): Date {
	return new Date(`${day}T00:00:00.000Z`);
}

/** Returns how many days a day is ahead of today, in UTC. */
function daysAhead(day: string, now: Date): number {
	return (publishesAt(day).getTime() - publishesAt(dayOf(now)).getTime()) / DAY_MS;
}

/** "1 January 2027". */
export function sayDay(day: string): string {
	return formatLongDate(publishesAt(day));
}

/** Returns why nothing can be announced for a day, "" for none; `isShort` asks for a tick. */
export function describeAnnounceFault(day: string, now: Date): { text: string; isShort: boolean } {
	const ahead = day === "" ? 0 : daysAhead(day, now);
	const fault = (text: string, isShort = false) => ({ text, isShort });
	if (ahead < 1) return fault("To announce it, please give a day in the future.");
	if (ahead > MOST_DAYS) return fault("Please announce it for a day within a year.");
	if (ahead >= USUAL_DAYS) return fault("");
	const days = ahead === 1 ? "tomorrow" : `in ${ahead} days`;
	return fault(`That is ${days}. Many texts promise their readers more.`, true);
}
