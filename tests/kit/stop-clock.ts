import { afterEach } from "vitest";
import { clock } from "#app/platform/clock.server.ts";
import { later } from "#app/platform/time.ts";

const realNow = clock.now;

afterEach(() => {
	clock.now = realNow;
});

/** Stops the clock for one test. The returned function moves it by milliseconds. */
export function stopClock(at = new Date("2026-11-21T08:00:00.000Z")): (ms: number) => void {
	let now = at;
	clock.now = () => now;
	return (ms) => {
		now = later(now, ms);
	};
}
