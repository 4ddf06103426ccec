/** What the charts of the overview may show: a bar a day, or a bar a month. */
export const CHART_RANGES = { "30d": "30 days", "90d": "90 days", "12m": "12 months" } as const;
export type ChartRange = keyof typeof CHART_RANGES;

/** Returns the range in an address; 30 days for any other text. */
export function readChartRange(url: URL): ChartRange {
	const range = url.searchParams.get("range");
	return range === "90d" || range === "12m" ? range : "30d";
}
