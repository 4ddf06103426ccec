import { eraseAccountJob } from "#app/accounts/account-erasure.server.ts";
import { askedLinkJob } from "#app/accounts/asked-link.server.ts";
import { rereadJob } from "#app/billing/subscription.server.ts";
import { conversationMailJob } from "#app/conversations/by-mail/message-mail.server.ts";
import { deletionRequestJob } from "#app/deletion-requests/requests/request-job.server.ts";
import { type JobKind, runDueJobs } from "#app/platform/jobs/job.server.ts";
import { broadcastJob, mailJob } from "#app/platform/mail/outbox.server.ts";
import { readDatabase } from "./read-database.ts";

/** Runs one round of the worker: sends the due mails, as many as leave together. */
export function sendDueMail(): Promise<number> {
	return runDueJobs(mailJob, fail);
}

/** Runs one round of the worker of mails that many get. */
export function sendDueBroadcast(): Promise<number> {
	const sender = { judge: async () => "send" as const, stop: () => {} };
	return runDueJobs(broadcastJob(sender), fail);
}

/** Mails every link that somebody asked for. Returns how many requests there were. */
export function sendAskedLinks(): Promise<number> {
	return runAll(askedLinkJob);
}

/** Reads every due subscription from Stripe. Returns how many it tried. */
export function rereadDueSubscriptions(): Promise<number> {
	return runAll(rereadJob);
}

/** Erases the rest of closed accounts. Returns how many runs it took. */
export function eraseClosedAccounts({ runs = Number.POSITIVE_INFINITY } = {}): Promise<number> {
	return runAll(eraseAccountJob, runs);
}

/** Does what the clock does with deletion requests. Returns how many runs it took. */
export function runDeletionRequests(): Promise<number> {
	return runAll(deletionRequestJob);
}

/** Mails the sides that answer by mail what was written for them. Returns how many jobs were due. */
export function mailMessages(): Promise<number> {
	return runAll(conversationMailJob);
}

export type MailRow = {
	id: string;
	recipient: string;
	attempts: number;
	createdAt: string;
	stream: string;
	/** Null once it was sent or given up. */
	dueAt: string | null;
	sentAt: string | null;
	failedAt: string | null;
	lastError: string | null;
	messageId: string | null;
};

/** Returns every mail. */
export function mailRows<Row = MailRow>(): Row[] {
	const { OutboxMail = [], Job = [] } = readDatabase() as Record<string, Record<string, unknown>[]>;
	return OutboxMail.map((mail) => {
		const job = Job.find(({ key }) => key === mail.id);
		return { ...mail, dueAt: job?.dueAt ?? null } as Row;
	});
}

async function runAll(kind: JobKind, rounds = Number.POSITIVE_INFINITY): Promise<number> {
	let tried = 0;
	for (let n = 0; n < rounds; n += 1) {
		const more = await runDueJobs(kind, fail);
		if (more === 0) break;
		tried += more;
	}
	return tried;
}

function fail(error: unknown): never {
	throw error;
}
