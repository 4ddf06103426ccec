import { DAY_MS, formatLongDate } from "#app/platform/time.ts";
import { dayOf } from "../applies-from.ts";

type Period = {
	createdAt: string;
	/** The day from which it applies, as YYYY-MM-DD. */
	beginsOn: string;
	/** The day on which a newer version took its place; null for the newest. */
	replacedOn: string | null;
};

/** Returns a day, given as YYYY-MM-DD, as people write it. */
export function formatDay(day: string): string {
	return formatLongDate(new Date(day));
}

/** Returns from when until when a version applied, as seen on the day `today`. */
export function describePeriod({ createdAt, beginsOn, replacedOn }: Period, today: string): string {
	const begin = formatDay(beginsOn);
	if (replacedOn === null) return `It applies from ${begin}.`;
	if (replacedOn <= beginsOn) {
		const named = beginsOn > dayOf(new Date(createdAt));
		return named
			? `It was to apply from ${begin}, but a newer version took its place.`
			: `It was replaced on ${begin}, the day on which it was published.`;
	}
	const last = dayOf(new Date(new Date(replacedOn).getTime() - DAY_MS));
	const verb = replacedOn <= today ? "applied" : "applies";
	if (last === beginsOn) return `It ${verb} on ${begin} alone.`;
	return `It ${verb} from ${begin} until ${formatDay(last)}.`;
}
