import { clock } from "#app/platform/clock.server.ts";
import { later } from "#app/platform/time.ts";

const realNow = clock.now;

/** Runs `work` with the clock stopped `ago` milliseconds in the past, and leaves it there. */
export function at<T>(ago: number, work: () => Promise<T>): Promise<T> {
	const then = later(realNow(), -ago);
	clock.now = () => then;
	return work();
}

/** Sets the clock back to the present. */
export function returnToPresent(): void {
	clock.now = realNow;
}
