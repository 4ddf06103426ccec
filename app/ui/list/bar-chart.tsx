import { useId } from "react";
import { formatShortDate } from "#app/platform/time.ts";

type BarChartProps = {
	title: string;
	/** One bar for each; `day` is a date such as 2026-11-21. */
	days: { day: string; count: number }[];
};

const BAR = 8;
const GAP = 2;
const HEIGHT = 64;

/** A count for each day, as bars and as a table. */
export function BarChart({ title, days }: BarChartProps) {
	const titleId = useId();
	const sum = days.reduce((total, { count }) => total + count, 0);
	const highest = Math.max(...days.map(({ count }) => count), 1);
	const width = days.length * (BAR + GAP) - GAP;
	const first = days[0]?.day ?? "";
	const last = days.at(-1)?.day ?? "";
	return (
		<figure className="chart">
			<figcaption>
				<strong>{title}</strong>{" "}
				<span className="muted">
					{sum} in {days.length} days
				</span>
			</figcaption>
			<svg
				width={width}
				height={HEIGHT}
				viewBox={`0 0 ${width} ${HEIGHT}`}
				role="img"
				aria-labelledby={titleId}
				preserveAspectRatio="none"
			>
				<title id={titleId}>{`${title}: ${sum} in ${days.length} days`}</title>
				<path className="chart-base" d={`M0 ${HEIGHT - 0.5}H${width}`} />
				{days.map(({ day, count }, at) => {
					// Any count above zero gets a visible bar.
					const height = count === 0 ? 0 : Math.max((count / highest) * (HEIGHT - 2), 2);
					return (
						<rect key={day} x={at * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height} />
					);
				})}
			</svg>
			<p className="chart-ends" aria-hidden="true">
				<span>{shortDay(first)}</span>
				<span>{shortDay(last)}</span>
			</p>
			<details>
				<summary>{title} as a table</summary>
				<table className="table-list">
					<thead>
						<tr>
							<th scope="col">Day</th>
							<th scope="col" className="number">
								{title}
							</th>
						</tr>
					</thead>
					<tbody>
						{days.toReversed().map(({ day, count }) => (
							<tr key={day}>
								<td>
									<time dateTime={day}>{shortDay(day)}</time>
								</td>
								<td className="number">{count}</td>
							</tr>
						))}
					</tbody>
				</table>
			</details>
		</figure>
	);
}

function shortDay(day: string): string {
	return day && formatShortDate(new Date(`${day}T00:00:00Z`));
}
