/** How many characters each text of a deletion page has at most. */
export const STEPS_MAX = 500;
export const LIST_MAX = 2_000;
export const LABEL_MAX = 100;
/** The law gives a month in most countries. An owner may promise fewer days, not more. */
export const DAYS_MAX = 30;
