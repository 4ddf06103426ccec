import { followPrimary } from "~/lib/cluster.server";
import { env } from "~/lib/env.server";
import { endEventStreams } from "~/lib/event-stream.server";
import { logEvent } from "~/lib/log.server";
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
 * Starts what runs beside the requests, wherever this process is the primary and for as long as it
 * is: mail, the copies of subscriptions, what is left of closed accounts, and the hourly forgetting.
 * The answer stops it.
 */
export function startBackgroundWork(onError: (error: unknown) => void): () => Promise<void> {
	let stopWork = async () => {};
	const unfollow = followPrimary((isPrimary) => {
		if (env.litefsDir !== null) logEvent("role", { isPrimary });
		if (isPrimary) {
			stopWork = startWork(onError);
		} else {
			const stopping = stopWork().catch(onError);
			stopWork = () => stopping;
		}
	});
	return async () => {
		unfollow();
		endEventStreams();
		await stopWork();
	};
}

function startWork(onError: (error: unknown) => void): () => Promise<void> {
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
