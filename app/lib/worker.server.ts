import { breathe } from "./breathe.server";

/**
 * Runs `work` over and over: at once again while it finds something to do, else after `pollMs`.
 * It is told when to stop early. The answer stops it, once what it is at is done.
 */
export function startWorker(
	pollMs: number,
	work: (isStopped: () => boolean) => Promise<number>,
	onError: (error: unknown) => void,
): () => Promise<void> {
	let stopped = false;
	let wake = () => {};
	const running = (async () => {
		while (!stopped) {
			try {
				if ((await work(() => stopped)) > 0) {
					// Work that never leaves the turn would let nothing else happen in the process.
					await breathe();
					continue;
				}
			} catch (error) {
				onError(error);
			}
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, pollMs);
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
