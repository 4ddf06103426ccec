import { clock } from "#app/platform/clock.server.ts";
import { later } from "#app/platform/time.ts";

const realNow = clock.now;

/** Runs `work` with the clock `ago` milliseconds before `today`, and leaves the clock there. */
export function at<T>(today: Date, ago: number, work: () => Promise<T>): Promise<T> {
	clock.now = () => later(today, -ago);
	return work();
}

/** Sets the clock back to the present. */
export function returnToPresent(): void {
	clock.now = realNow;
}
