import { formatCount } from "#app/platform/count.ts";

type FigureProps = {
	label: string;
	value: string;
	/** Counts of the last 30 days and of the 30 days before. */
	change?: { recent: number; before: number };
	note?: string;
};

/** A figure of the site, with its change in the last 30 days. */
export function Figure({ label, value, change, note }: FigureProps) {
	return (
		<div className="figure">
			<dt>{label}</dt>
			<dd>
				<span className="figure-value">{value}</span>
				{change && (
					<span className="figure-note">
						{formatCount(change.recent)} in the last 30 days, {comparison(change)}
					</span>
				)}
				{note && <span className="figure-note">{note}</span>}
			</dd>
		</div>
	);
}

/** Compares the last 30 days with the 30 before, in words. */
function comparison({ recent, before }: { recent: number; before: number }): string {
	if (recent === before) return "as many as in the 30 before";
	if (before === 0) return "none in the 30 before";
	const percent = Math.round((Math.abs(recent - before) / before) * 100);
	return `${formatCount(Math.max(percent, 1))} % ${recent > before ? "more" : "fewer"} than in the 30 before`;
}
