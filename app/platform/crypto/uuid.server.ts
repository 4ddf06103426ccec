import crypto from "node:crypto";

const COUNTER_BITS = 12;

let lastMs = 0;
let counter = 0;

/**
 * Returns a UUID of version 7 (RFC 9562). A counter orders the ids of one millisecond, so that an
 * id that one process made later sorts later.
 */
export function createUuid(): string {
	const now = Date.now();
	if (now > lastMs) {
		lastMs = now;
		counter = crypto.randomInt(2 ** (COUNTER_BITS - 1));
	} else {
		counter += 1;
	}
	if (counter >= 2 ** COUNTER_BITS) {
		lastMs += 1;
		counter = 0;
	}
	const time = lastMs.toString(16).padStart(12, "0");
	const random = crypto.randomUUID().slice(19);
	return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${random}`;
}
