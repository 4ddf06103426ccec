import { env } from "~/lib/env.server";
import { endEventStreams } from "~/lib/event-stream.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/time";
import { startWorker } from "~/lib/worker.server";
import { eraseClosedAccounts } from "~/models/account-erasure.server";
import { forgetDeletedDocuments } from "~/models/document.server";
import { forgetOldMail, startOutboxWorker } from "~/models/outbox.server";
import { forgetOldSessions } from "~/models/session.server";
import { forgetOldSignIns } from "~/models/sign-in-throttle.server";
import { forgetUnverifiedSubmissions } from "~/models/submission.server";
import { startSubscriptionWorker } from "~/models/subscription.server";
import { startTill } from "~/services/till/worker.server";

/**
 * Starts what runs beside the requests: mail, the copies of subscriptions, what is left
 * of closed accounts, and the hourly forgetting.
 */
export function startBackgroundWork(onError: (error: unknown) => void): () => Promise<void> {
	const stopWorkers = [
		startOutboxWorker(onError),
		startSubscriptionWorker(onError),
		startWorker(MINUTE_MS, eraseClosedAccounts, onError),
	];
	if (env.stripe.apiUrl === null) stopWorkers.push(startTill(onError));
	const timer = setInterval(() => forgetOldRows().catch(onError), HOUR_MS);
	forgetOldRows().catch(onError);
	return async () => {
		clearInterval(timer);
		endEventStreams();
		await Promise.all(stopWorkers.map((stop) => stop()));
	};
}

async function forgetOldRows(): Promise<void> {
	await forgetOldMail();
	await forgetOldSessions();
	await forgetOldSignIns();
	await forgetDeletedDocuments();
	await forgetUnverifiedSubmissions();
}
