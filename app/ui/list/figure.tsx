import { formatCount } from "#app/platform/count.ts";

type FigureProps = {
	label: string;
	value: string;
	/** How many are of the last 30 days, and of the 30 before. */
	change?: { recent: number; before: number };
	note?: string;
};

/** One figure of the site, with what changed in the last 30 days. */
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

/** The last 30 days against the 30 before them, in words. */
function comparison({ recent, before }: { recent: number; before: number }): string {
	if (recent === before) return "as many as in the 30 before";
	if (before === 0) return "none in the 30 before";
	const percent = Math.round((Math.abs(recent - before) / before) * 100);
	return `${formatCount(Math.max(percent, 1))} % ${recent > before ? "more" : "fewer"} than in the 30 before`;
}
