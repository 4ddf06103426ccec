import { eraseAccountJob } from "./accounts/account-erasure.server.ts";
import { askedLinkJob } from "./accounts/asked-link.server.ts";
import { forgetOldSessions } from "./accounts/session.server.ts";
import { forgetUnconfirmedAccounts } from "./accounts/user.server.ts";
import { rereadJob } from "./billing/subscription.server.ts";
import { conversationMailJob } from "./conversations/by-mail/message-mail.server.ts";
import { digestJob } from "./conversations/inbox/notifications.server.ts";
import { forgetUnverifiedSubmissions } from "./conversations/submission.server.ts";
import { forgetOldProofs } from "./deletion-requests/requests/erasure.server.ts";
import { deletionRequestJob } from "./deletion-requests/requests/request-job.server.ts";
import { forgetDeletedDocuments } from "./documents/document-deletion.server.ts";
import { publishDraftJob } from "./documents/drafts/scheduled-publishing.server.ts";
import { noticeJob, noticeMailJob } from "./documents/notices/notice-jobs.server.ts";
import { forgetUnconfirmedSubscribers } from "./documents/notices/subscriber.server.ts";
import { forgetInboundMail } from "./inbound-mail/forget.server.ts";
import { sealedContents } from "./inbound-mail/mail-content.server.ts";
import { clock } from "./platform/clock.server.ts";
import { sealAnewJob } from "./platform/crypto/seal-anew.server.ts";
import { followPrimary } from "./platform/db/cluster.server.ts";
import { transaction } from "./platform/db/db.server.ts";
import { env } from "./platform/env/env.server.ts";
import {
	enqueueJob,
	isJobWaiting,
	type JobKind,
	type Outcome,
	startJob,
} from "./platform/jobs/job.server.ts";
import { forgetOldLimits } from "./platform/limits/limits.server.ts";
import { logEvent } from "./platform/log.server.ts";
import { forgetOldMail, mailJob, sealedMails } from "./platform/mail/outbox.server.ts";
import { isMailUntried } from "./platform/mail/outbox.sql.ts";
import { HOUR_MS, later } from "./platform/time.ts";

/** Deletes old rows at the start and then every hour. */
const forgetJob: JobKind = { name: "forget", run: forgetOldRows };

const sealAnewRows = sealAnewJob([sealedMails, sealedContents]);

/** All background jobs. Each has its own worker, so that none waits for another. */
const JOBS = [
	askedLinkJob,
	mailJob,
	conversationMailJob,
	noticeJob,
	noticeMailJob,
	rereadJob,
	eraseAccountJob,
	digestJob,
	publishDraftJob,
	deletionRequestJob,
	sealAnewRows,
	forgetJob,
];

/** Returns whether a mail waits for its first attempt, or a job that writes mails for its turn. */
export function isMailWaiting(): boolean {
	return isJobWaiting(askedLinkJob) || isJobWaiting(noticeJob) || isMailUntried();
}

/**
 * Runs the background jobs while this machine is the primary. Returns the function that stops them.
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
		await stopWork();
	};
}

function startWork(onError: (error: unknown) => void): () => Promise<void> {
	const stops = JOBS.map((kind) => startJob(kind, onError));
	transaction(async (tx) => {
		enqueueJob(tx, forgetJob, { key: "old rows" });
		enqueueJob(tx, sealAnewRows, { key: "sealed rows" });
	}).catch(onError);
	return async () => {
		await Promise.all(stops.map((stop) => stop()));
	};
}

async function forgetOldRows(): Promise<Outcome> {
	await forgetOldMail();
	await forgetOldSessions();
	await forgetOldLimits();
	await forgetDeletedDocuments();
	await forgetUnconfirmedSubscribers();
	await forgetUnverifiedSubmissions();
	await forgetInboundMail();
	await forgetOldProofs();
	await forgetUnconfirmedAccounts();
	return { next: later(clock.now(), HOUR_MS) };
}
