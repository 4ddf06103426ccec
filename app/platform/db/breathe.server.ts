import { setImmediate } from "node:timers/promises";

/**
 * Yields to the event loop. SQLite's queries are synchronous, so a long loop over its rows would
 * otherwise block requests until it ends.
 */
export function breathe(): Promise<void> {
	return setImmediate();
}
