import { enqueueConversationMail } from "#app/conversations/by-mail/conversation-mail.server.ts";
import { statusUrl } from "#app/deletion-requests/status-link.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueJob, type Job, type JobKind } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { deletionReminder } from "../emails/to-owner.ts";
import { deletionLate } from "../emails/to-visitor.ts";
import { erasedAt, planMails } from "./days.ts";
import { eraseWords } from "./erasure.server.ts";
import { type FoundRequest, findRequest } from "./found-request.server.ts";

/** Longer than each step takes. A request whose days are from a clock that was ahead is looked at again. */
const FARTHEST_MS = 31 * DAY_MS;

/**
 * Does what the clock does with a deletion request: it reminds the owner, tells the person that the
 * day has passed, and erases the words after the outcome. Its key is the request's number.
 */
export const deletionRequestJob: JobKind = {
	name: "deletion-request",
	atOnce: 5,
	farthestMs: FARTHEST_MS,
	run: async ({ key }: Job) => {
		const next = await transaction((tx) => runRequest(tx, Number(key)));
		if (!next) return { next: "done" };
		const farthest = later(clock.now(), FARTHEST_MS);
		return { next: next < farthest ? next : farthest };
	},
};

/** Plans the next thing that the clock does with a request, in the transaction that makes it due. */
export function planRequest(tx: Transaction, number: number, dueAt?: Date): void {
	enqueueJob(tx, deletionRequestJob, { key: String(number), dueAt });
}

/**
 * Returns when there is more to do, or null. The request's own days decide what is due, and not the
 * job, whose time may come from a clock that was wrong. Each mail has a key, so that a run which is
 * repeated after a crash writes none twice.
 */
async function runRequest(tx: Transaction, number: number): Promise<Date | null> {
	const now = clock.now();
	const request = await findRequest(tx, { number });
	if (!request) return null;
	if (request.closedAt) {
		const at = erasedAt(request.closedAt);
		if (at > now) return at;
		await eraseWords(tx, request);
		return null;
	}
	// An account that was closed ends its requests while it is erased.
	if (request.user.deletedAt) return null;
	const { reminder, tellsLate, next } = planMails(request, now);
	if (reminder !== null && !request.user.suspendedAt) await remind(tx, request, reminder, now);
	if (tellsLate) await tellLate(tx, request);
	return next;
}

/** The keys of the mails that an outcome makes untrue while they wait. */
export const PENDING_KEYS = (number: number) => ({
	reminder: `deletion-due ${number} `,
	late: `deletion-late ${number}`,
});

async function remind(tx: Transaction, request: FoundRequest, days: number, now: Date) {
	const { number, submission } = request;
	if (!submission) return;
	await enqueueConversationMail(tx, {
		dedupeKey: `${PENDING_KEYS(number).reminder}${days}`,
		kind: "deletion-due",
		to: "owner",
		submissionId: submission.id,
		letter: deletionReminder({
			request,
			email: submission.email,
			url: env.appUrl + paths.conversation.thread({ submissionId: submission.id }),
			now,
		}),
	});
}

async function tellLate(tx: Transaction, request: FoundRequest): Promise<void> {
	const { number, submission, contactEmail } = request;
	if (!submission) return;
	await enqueueConversationMail(tx, {
		dedupeKey: PENDING_KEYS(number).late,
		kind: "deletion-late",
		to: "visitor",
		submissionId: submission.id,
		letter: deletionLate({ request, contactEmail, statusUrl: statusUrl(number) }),
	});
}
