import { env } from "~/lib/env.server";
import { endEventStreams } from "~/lib/event-stream.server";
import { HOUR_MS } from "~/lib/time";
import { forgetDeletedDocuments } from "~/models/document.server";
import { forgetOldMail, startOutboxWorker } from "~/models/outbox.server";
import { forgetOldSessions } from "~/models/session.server";
import { forgetOldSignIns } from "~/models/sign-in-throttle.server";
import { forgetUnverifiedSubmissions } from "~/models/submission.server";
import { startSubscriptionWorker } from "~/models/subscription.server";
import { startTill } from "~/services/till/worker.server";

/** Starts what runs beside the requests: mail, the copies of subscriptions, and the hourly forgetting. */
export function startBackgroundWork(onError: (error: unknown) => void): () => Promise<void> {
	const stopWorkers = [startOutboxWorker(onError), startSubscriptionWorker(onError)];
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
