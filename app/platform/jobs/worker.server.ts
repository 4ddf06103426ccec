import { breathe } from "#app/platform/db/breathe.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** Each failure is logged and doubles the pause, up to this. */
const LONGEST_PAUSE_MS = 5 * SECOND_MS;

/**
 * Runs `work` in a loop: again at once while it returns more than 0, else after `pollMs`, and less
 * often while it fails. Returns a function that stops the loop and waits for the current run.
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
					// Work that never yields would block the whole process.
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
