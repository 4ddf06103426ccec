import { formatLongDate } from "#app/platform/time.ts";

/** A day in UTC, such as 2 April 2026. */
export function Day({ at }: { at: Date }) {
	return <time dateTime={at.toISOString().slice(0, 10)}>{formatLongDate(at)}</time>;
}
