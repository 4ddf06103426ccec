import { eraseClosedAccounts } from "./accounts/account-erasure.server.ts";
import { forgetOldSessions } from "./accounts/session.server.ts";
import { forgetOldSignIns } from "./accounts/sign-in-throttle.server.ts";
import { startSubscriptionWorker } from "./billing/subscription.server.ts";
import { forgetUnverifiedSubmissions } from "./conversations/submission.server.ts";
import { forgetDeletedDocuments } from "./documents/document.server.ts";
import { endEventStreams } from "./http/event-stream.server.ts";
import { followPrimary } from "./platform/db/cluster.server.ts";
import { env } from "./platform/env.server.ts";
import { startWorker } from "./platform/jobs/worker.server.ts";
import { logEvent } from "./platform/log.server.ts";
import { forgetOldMail, startOutboxWorker } from "./platform/mail/outbox.server.ts";
import { HOUR_MS, MINUTE_MS } from "./platform/time.ts";

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
