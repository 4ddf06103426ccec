import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";

/** Mails about a day leave at 07:00 UTC of their own day. */
const AFTER_MIDNIGHT_MS = 7 * HOUR_MS;

/** When the owner is reminded: so many days before the due day, or after it where negative. */
const REMINDERS = [7, 1, 0, -7, -14, -21, -28];
/** When the person is told that the day passed without an answer. */
const TOLD_LATE = -1;

/**
 * A mail that is so late is left out. The outbox remembers for 30 days that a mail was written, so
 * that none is written twice.
 */
const STILL_TOLD_MS = 28 * DAY_MS;

/** What the person wrote is erased so long after the outcome. */
const WORDS_KEPT_MS = 30 * DAY_MS;
/** The row stays so long after the outcome, as proof. */
const PROOF_MONTHS = 24;

type Dates = { askedAt: Date; dueAt: Date };

/** The first moment of a time's day, in UTC. */
export function startOfDay(time: Date): Date {
	return new Date(time.getTime() - (time.getTime() % DAY_MS));
}

/** Returns how many days are left until the due day: 0 on it, and negative once it has passed. */
export function daysLeft(dueAt: Date, now: Date): number {
	return (startOfDay(dueAt).getTime() - startOfDay(now).getTime()) / DAY_MS;
}

/** Whether the due day has passed. */
export function isLate(dueAt: Date, now: Date): boolean {
	return daysLeft(dueAt, now) < 0;
}

/** "due in 7 days", "due tomorrow", "due today", "1 day late". */
export function describeDue(dueAt: Date, now: Date): string {
	const left = daysLeft(dueAt, now);
	if (left === 0) return "due today";
	if (left === 1) return "due tomorrow";
	if (left > 1) return `due in ${left} days`;
	return left === -1 ? "1 day late" : `${-left} days late`;
}

/**
 * Returns what a request that waits makes due at `now`: the newest of the owner's reminders, by its
 * days before the due day, or null; and whether the person is to be told that the day has passed.
 * `next` is when more will be due, or null. Of several reminders that were missed, one is due.
 */
export function planMails({ askedAt, dueAt }: Dates, now: Date) {
	const mailAt = (days: number) => later(startOfDay(dueAt), AFTER_MIDNIGHT_MS - days * DAY_MS);
	const isDue = (days: number) => {
		const ms = now.getTime() - mailAt(days).getTime();
		return ms >= 0 && ms < STILL_TOLD_MS;
	};
	// On the day of the request, the mail about the request itself says when it is due.
	const reminders = REMINDERS.filter((days) => startOfDay(mailAt(days)) > startOfDay(askedAt));
	const next = [...reminders, TOLD_LATE].map(mailAt).filter((at) => at > now);
	return {
		reminder: reminders.findLast(isDue) ?? null,
		tellsLate: isDue(TOLD_LATE),
		next: next.length > 0 ? new Date(Math.min(...next.map(Number))) : null,
	};
}

/** Returns when the words of a request that was closed are erased. */
export function erasedAt(closedAt: Date): Date {
	return later(closedAt, WORDS_KEPT_MS);
}

/** Returns the time before which a closed request is no longer kept as proof. */
export function provedSince(now: Date): Date {
	const since = new Date(now);
	since.setUTCMonth(since.getUTCMonth() - PROOF_MONTHS);
	return since;
}
