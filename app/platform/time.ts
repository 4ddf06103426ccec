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
const dayAndMonth = new Intl.DateTimeFormat("en-GB", {
	day: "numeric",
	month: "long",
	timeZone: "UTC",
});
const month = new Intl.DateTimeFormat("en-GB", {
	month: "short",
	year: "numeric",
	timeZone: "UTC",
});
/** For a day and a time in the reader's zone or in UTC. Making a format is slow, so each is kept. */
const zoned = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

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

/** "14 November", in UTC. */
export function formatDayAndMonth(date: Date): string {
	return dayAndMonth.format(date);
}

/** "2026-11-14T09:30:00Z", which more parsers read than a time with a fraction of a second. */
export function formatSeconds(date: Date): string {
	return date.toISOString().replace(/\.\d+Z$/, "Z");
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

/** "Saturday, 14 November 2026", in a time zone; undefined is the browser's own. */
export function formatDay(date: Date, timeZone?: string): string {
	return formatsFor(timeZone).day.format(date);
}

/** "09:30", in a time zone; undefined is the browser's own. In UTC it says so. */
export function formatTime(date: Date, timeZone?: string): string {
	const time = formatsFor(timeZone).time.format(date);
	return timeZone === "UTC" ? `${time} UTC` : time;
}

function formatsFor(timeZone?: string) {
	const key = timeZone ?? "";
	const formats = zoned.get(key) ?? {
		day: new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone }),
		time: new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }),
	};
	zoned.set(key, formats);
	return formats;
}

/** "just now", "4 min ago", "2 h ago", "yesterday", "3 days ago"; "14 Nov 2026" after a week. */
export function formatAgo(date: Date, now: Date): string {
	const ms = now.getTime() - date.getTime();
	if (ms < MINUTE_MS) return "just now";
	if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min ago`;
	if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ago`;
	const days = Math.floor(ms / DAY_MS);
	if (days >= 7) return formatShortDate(date);
	return days === 1 ? "yesterday" : `${days} days ago`;
}

/** Returns the time `ms` milliseconds after `date`. */
export function later(date: Date, ms: number): Date {
	return new Date(date.getTime() + ms);
}
