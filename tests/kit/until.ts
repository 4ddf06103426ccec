const POLL_MS = 10;

/** Waits until `isSo`. Returns how long it took in milliseconds. Throws when it takes too long. */
export async function until(
	what: string,
	isSo: () => boolean | Promise<boolean>,
	limitMs = 60_000,
): Promise<number> {
	const started = performance.now();
	while (!(await isSo())) {
		if (performance.now() - started > limitMs) {
			throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
		}
		await pause(POLL_MS);
	}
	return performance.now() - started;
}

export function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
