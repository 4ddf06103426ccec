/** A request id that is the same for each run, so that what it makes is made once. */
export function requestId(number: string): string {
	return `de300000-0000-4000-8000-0000000000${number}`;
}
