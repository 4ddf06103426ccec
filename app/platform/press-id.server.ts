import { keyedHash } from "./crypto/seal.server.ts";

/**
 * Returns the id of a press: by its page's `request_id`, and by what it says, because the answer to
 * an earlier press with other words may have been lost (ADR 5).
 */
export function pressId(requestId: string, ...words: string[]): string {
	return keyedHash("press", JSON.stringify([requestId, ...words]));
}
