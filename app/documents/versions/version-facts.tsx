import { formatDateTime, formatLongDate } from "#app/platform/time.ts";
import { formatDay } from "./period.ts";

type VersionFactsProps = {
	version: {
		savedBy: string;
		createdAt: Date;
		effectiveOn: string;
		note: string;
		withdrawnAt: Date | null;
	};
};

/** What the owner sees of a version besides its text. Nobody else learns who saved it. */
export function VersionFacts({ version }: VersionFactsProps) {
	const { savedBy, createdAt, effectiveOn, note, withdrawnAt } = version;
	return (
		<>
			<p>
				Saved by {savedBy}, {formatDateTime(createdAt)}.
				{effectiveOn && ` Applies from ${formatDay(effectiveOn)}.`}
				{withdrawnAt && ` Withdrawn on ${formatLongDate(withdrawnAt)}: visitors can't read it.`}
			</p>
			{note && <p dir="auto">What changed: {note}</p>}
		</>
	);
}
