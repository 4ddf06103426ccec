import { useId } from "react";
import { formatCount } from "#app/platform/count.ts";
import { formatMonth, formatShortDate } from "#app/platform/time.ts";

type BarChartProps = {
	title: string;
	/** The bars' range in words, such as "30 days". */
	range: string;
	/** A bar each; `period` is a day such as 2026-11-21, or a month such as 2026-11. */
	bars: { period: string; count: number }[];
};

const BAR = 8;
const GAP = 2;
const HEIGHT = 64;

/** A count for each day or month, as bars with a scale and as a table. */
export function BarChart({ title, range, bars }: BarChartProps) {
	const titleId = useId();
	const sum = formatCount(bars.reduce((total, { count }) => total + count, 0));
	const highest = Math.max(...bars.map(({ count }) => count), 1);
	const width = bars.length * (BAR + GAP) - GAP;
	const labels = bars.map(({ period }) => nameOf(period));
	return (
		<figure className="chart">
			<figcaption>
				<strong>{title}</strong>{" "}
				<span className="muted">
					{sum} in {range}
				</span>
			</figcaption>
			<div className="chart-plot">
				<p className="chart-scale" aria-hidden="true">
					<span>{formatCount(highest)}</span>
					<span>0</span>
				</p>
				<svg
					width={width}
					height={HEIGHT}
					viewBox={`0 0 ${width} ${HEIGHT}`}
					role="img"
					aria-labelledby={titleId}
					preserveAspectRatio="none"
				>
					<title id={titleId}>{`${title}: ${sum} in ${range}`}</title>
					<path className="chart-base" d={`M0 0.5H${width}M0 ${HEIGHT - 0.5}H${width}`} />
					{bars.map(({ period, count }, at) => {
						// Any count above zero gets a visible bar.
						const height = count === 0 ? 0 : Math.max((count / highest) * (HEIGHT - 2), 2);
						const x = at * (BAR + GAP);
						return (
							<g key={period}>
								<title>{`${labels[at]}: ${formatCount(count)}`}</title>
								<rect x={x} y={HEIGHT - height} width={BAR} height={height} />
								{/* The pointer finds a low bar, too. */}
								<rect x={x} y={0} width={BAR + GAP} height={HEIGHT} fillOpacity={0} />
							</g>
						);
					})}
				</svg>
			</div>
			<p className="chart-ends" aria-hidden="true">
				<span>{labels[0]}</span>
				<span>{labels.at(-1)}</span>
			</p>
			<details>
				<summary>{title} as a table</summary>
				<table className="table-list">
					<thead>
						<tr>
							<th scope="col">{bars.length === 12 ? "Month" : "Day"}</th>
							<th scope="col" className="number">
								{title}
							</th>
						</tr>
					</thead>
					<tbody>
						{bars.toReversed().map(({ period, count }) => (
							<tr key={period}>
								<td>
									<time dateTime={period}>{nameOf(period)}</time>
								</td>
								<td className="number">{formatCount(count)}</td>
							</tr>
						))}
					</tbody>
				</table>
			</details>
		</figure>
	);
}

function nameOf(period: string): string {
	const date = new Date(period);
	return period.length === "2026-11".length ? formatMonth(date) : formatShortDate(date);
}
