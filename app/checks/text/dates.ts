/** The first three letters or more of the months' names, in the languages that have word lists. */
const MONTHS = [
	"jan|janv|gen|ene",
	"feb|fév|fev",
	"mar|mär|mrz",
	"apr|avr|abr",
	"may|mai|mag",
	"jun|juin|giu",
	"jul|juil|lug",
	"aug|aoû|aou|ago",
	"sep|set",
	"oct|okt|out|ott",
	"nov",
	"dec|déc|dez|dic",
];
const MONTH = `(?:${MONTHS.join("|")})[\\p{L}]{0,9}\\.?`;
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|º|ª|°)?\\.?";
const YEAR = "(?:19|20)\\d\\d";

const DATE = new RegExp(
	[
		`(?<iso>${YEAR})[-/.年] ?(?<isoMonth>\\d{1,2})[-/.月] ?(?<isoDay>\\d{1,2})(?!\\d)`,
		`(?<!\\d)(?<one>\\d{1,2})[-/.](?<two>\\d{1,2})[-/.](?<numericYear>${YEAR})(?!\\d)`,
		`(?<!\\d)(?<day>${DAY}) (?:de |di |of )?(?<month>${MONTH}),? (?:de |del |di )?(?<year>${YEAR})`,
		`(?<monthFirst>(?<!\\p{L})${MONTH}) (?<dayAfter>${DAY}),? (?<yearLast>${YEAR})`,
	].join("|"),
	"gu",
);

/** A day in a text, by what it may mean: 3/4/2026 is in March or in April. Days are YYYY-MM-DD. */
export type Dated = { index: number; days: string[] };

/** Returns the days that a text in small letters names, in their order. */
export function findDates(lower: string): Dated[] {
	return [...lower.matchAll(DATE)].flatMap(({ index, groups = {} }) => {
		const days = readDays(groups).filter((day) => !Number.isNaN(Date.parse(day)));
		return days.length > 0 ? [{ index, days }] : [];
	});
}

function readDays(groups: Record<string, string | undefined>): string[] {
	const { iso, isoMonth, isoDay, one, two, numericYear, day, month, year } = groups;
	if (iso) return [dayOf(iso, Number(isoMonth), isoDay)];
	if (numericYear) {
		return [dayOf(numericYear, Number(two), one), dayOf(numericYear, Number(one), two)];
	}
	if (year) return [dayOf(year, monthNumber(month), day)];
	return [dayOf(groups.yearLast, monthNumber(groups.monthFirst), groups.dayAfter)];
}

function dayOf(year = "", month: number, day = ""): string {
	const pad = (number: number) => String(number).padStart(2, "0");
	return `${year}-${pad(month)}-${pad(Number.parseInt(day, 10))}`;
}

const BEGINNINGS = MONTHS.map((names) => new RegExp(`^(?:${names})`));

function monthNumber(name = ""): number {
	return BEGINNINGS.findIndex((pattern) => pattern.test(name)) + 1;
}
