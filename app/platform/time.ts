export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const shortDate = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});
const month = new Intl.DateTimeFormat("en-GB", {
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});
const dateTime = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "2-digit",
	minute: "2-digit",
	timeZone: "UTC",
});

/** "14 November 2026", in UTC, so that server and browser write the same. */
export function formatLongDate(date: Date): string {
	return longDate.format(date);
}

/** "14 Nov 2026", in UTC. */
export function formatShortDate(date: Date): string {
	return shortDate.format(date);
}

/** "Nov 2026", in UTC. */
export function formatMonth(date: Date): string {
	return month.format(date);
}

/** "14 Nov 2026, 09:30 UTC". */
export function formatDateTime(date: Date): string {
	return `${dateTime.format(date)} UTC`;
}

/** Returns the time `ms` milliseconds after `date`. */
export function later(date: Date, ms: number): Date {
	return new Date(date.getTime() + ms);
}
