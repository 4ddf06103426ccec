import { breathe } from "#app/platform/db/breathe.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** The pause to which failures grow, each twice as long as the one before: they are logged. */
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

export type Worker = {
	/** Cuts the pause short. */
	wake: () => void;
	/** Resolves once what it is at is done. */
	stop: () => Promise<void>;
};

/**
 * Runs `work` over and over: at once again while it finds something to do, else after `pollMs`, and
 * less often while it fails.
 */
export function startWorker(
	pollMs: number,
	work: () => Promise<number>,
	onError: (error: unknown) => void,
): Worker {
	let stopped = false;
	let isWanted = false;
	let endPause = () => {};
	let failures = 0;
	const running = (async () => {
		while (!stopped) {
			isWanted = false;
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
				endPause = () => {
					clearTimeout(timer);
					resolve();
				};
				if (isWanted) endPause();
			});
		}
	})();
	const wake = () => {
		isWanted = true;
		endPause();
	};
	return {
		wake,
		stop: async () => {
			stopped = true;
			wake();
			await running;
		},
	};
}
