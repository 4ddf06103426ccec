import { percentile, type Row } from "../kit/report.ts";

export function median(numbers: number[]): number {
	return percentile(numbers, 0.5);
}

/** Makes a row for a number that may be so much at most. */
export function atMost(what: string, most: number, unit: string, value: number, more = ""): Row {
	return {
		what,
		asked: `at most ${most} ${unit}`,
		seen: tell(value, unit, more),
		isMet: value <= most,
	};
}

/** Makes a row for a number that must be so much at least. */
export function atLeast(what: string, least: number, unit: string, value: number, more = ""): Row {
	return {
		what,
		asked: `at least ${least} ${unit}`,
		seen: tell(value, unit, more),
		isMet: value >= least,
	};
}

/** Makes a row that nothing is asked of. */
export function known(what: string, seen: string): Row {
	return { what, asked: "to be known", seen, isMet: true };
}

function tell(value: number, unit: string, more: string): string {
	const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
	return `${value.toFixed(digits)} ${unit}${more && ` (${more})`}`;
}
