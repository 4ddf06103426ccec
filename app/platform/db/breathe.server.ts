import { setImmediate } from "node:timers/promises";

/**
 * Lets everything else that waits have its turn. SQLite answers at once, so that a long loop over
 * its rows would otherwise keep the process from its requests to the end.
 */
export function breathe(): Promise<void> {
	return setImmediate();
}
