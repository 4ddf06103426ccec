/** Returns a request id that is the same in each run, so that a repeat makes nothing twice. */
export function requestId(number: string): string {
	return `de300000-0000-4000-8000-0000000000${number}`;
}
