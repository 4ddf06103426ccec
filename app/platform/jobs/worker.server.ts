import { breathe } from "#app/platform/db/breathe.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** The pause to which failures grow, each twice as long as the one before: they are logged. */
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

/**
 * Runs `work` over and over: at once again while it finds something to do, else after `pollMs`, and
 * less often while it fails. The function that it returns stops it, once what it is at is done.
 */
export function startWorker(
	pollMs: number,
	work: () => Promise<number>,
	onError: (error: unknown) => void,
): () => Promise<void> {
	let stopped = false;
	let wake = () => {};
	let failures = 0;
	const running = (async () => {
		while (!stopped) {
			try {
				const done = await work();
				failures = 0;
				if (done > 0) {
					// Work that never leaves the turn would let nothing else happen in the process.
					await breathe();
					continue;
				}
			} catch (error) {
				failures += 1;
				onError(error);
			}
			const pauseMs = Math.max(pollMs, Math.min(pollMs * 2 ** failures, LONGEST_PAUSE_MS));
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, pauseMs);
				wake = () => {
					clearTimeout(timer);
					resolve();
				};
				if (stopped) wake();
			});
		}
	})();
	return async () => {
		stopped = true;
		wake();
		await running;
	};
}
