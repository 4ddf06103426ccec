import { startWorker } from "#app/platform/jobs/worker.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";
import { settleTill } from "./billing.ts";
import { deliverEvents } from "./events.ts";

const POLL_MS = SECOND_MS / 2;

/**
 * Starts what Stripe does by itself: it ends and renews periods, and posts its events. The answer
 * stops it, once the posts under way are over.
 */
export function startTill(onError: (error: unknown) => void): () => Promise<void> {
	let lastError = "";

	async function work(): Promise<number> {
		settleTill();
		const delivered = await deliverEvents();
		lastError = "";
		return delivered;
	}

	// A file that can't be used is told of once, and not twice a second.
	return startWorker(POLL_MS, work, (error) => {
		if (String(error) === lastError) return;
		lastError = String(error);
		onError(error);
	});
}
