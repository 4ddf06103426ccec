import { endEventStreams } from "~/lib/event-stream.server";
import { HOUR_MS } from "~/lib/time";
import { forgetDeletedDocuments } from "~/models/document.server";
import { forgetOldMail, startOutboxWorker } from "~/models/outbox.server";
import { forgetOldSessions } from "~/models/session.server";
import { forgetOldSignIns } from "~/models/sign-in-throttle.server";
import { forgetUnverifiedSubmissions } from "~/models/submission.server";

/** Starts what runs beside the requests: the mail worker and the hourly forgetting. */
export function startBackgroundWork(onError: (error: unknown) => void): () => Promise<void> {
	const stopOutboxWorker = startOutboxWorker(onError);
	const timer = setInterval(() => forgetOldRows().catch(onError), HOUR_MS);
	forgetOldRows().catch(onError);
	return async () => {
		clearInterval(timer);
		endEventStreams();
		await stopOutboxWorker();
	};
}

async function forgetOldRows(): Promise<void> {
	await forgetOldMail();
	await forgetOldSessions();
	await forgetOldSignIns();
	await forgetDeletedDocuments();
	await forgetUnverifiedSubmissions();
}
