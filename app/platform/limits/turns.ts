type Turns = {
	/** How many pieces of work run at a time. */
	atOnce: number;
	/** How many more may wait. */
	waiting: number;
	/** The error for one more. */
	busy: () => Error;
};

/**
 * Returns a function that runs a piece of work when one of `atOnce` places is free, in the order of
 * the calls. It throws `busy()` when too many wait, and the signal's reason when that comes first.
 */
export function createTurns({ atOnce, waiting: mostWaiting, busy }: Turns) {
	let running = 0;
	const waiting: (() => void)[] = [];

	async function takeTurn(signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		if (running < atOnce) {
			running += 1;
			return;
		}
		if (waiting.length >= mostWaiting) throw busy();
		await new Promise<void>((resolve, reject) => {
			const start = () => {
				signal?.removeEventListener("abort", giveUp);
				resolve();
			};
			const giveUp = () => {
				waiting.splice(waiting.indexOf(start), 1);
				reject(signal?.reason);
			};
			waiting.push(start);
			signal?.addEventListener("abort", giveUp, { once: true });
		});
	}

	return async <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
		await takeTurn(signal);
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
