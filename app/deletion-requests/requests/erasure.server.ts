import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { appTakenDown } from "../emails/to-visitor.ts";
import { statusUrl } from "../status-link.server.ts";
import { provedSince } from "./days.ts";
import { findRequest } from "./found-request.server.ts";

/** The most rows that one transaction changes, so that it blocks other writers only briefly. */
const ROWS_AT_ONCE = 1_000;
const MAILS_AT_ONCE = 100;

/** Erases what the person wrote, the address, the mails and the reason. The row stays, as proof. */
export async function eraseWords(
	tx: Transaction,
	request: { number: number; userId: string; submissionId: string | null },
): Promise<void> {
	const { number, userId, submissionId: id } = request;
	if (id) {
		await tx.outboxMail.deleteMany({ where: { thread: id } });
		await tx.submission.deleteMany({ where: { id, userId } });
	}
	await tx.deletionRequest.update({ where: { number }, data: { submissionId: null, reason: "" } });
}

/** Removes proofs that are 24 months old, at most 1,000. Returns how many. */
export async function forgetOldProofs(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.deletionRequest.deleteMany({
			where: { closedAt: { lt: provedSince(clock.now()) } },
			limit: ROWS_AT_ONCE,
		}),
	);
	return count;
}

/**
 * Ends some of the open requests of an account that is being erased, and tells the people who asked.
 * Returns how many it ended, 0 when none is left.
 */
export async function endRequestsOf(tx: Transaction, userId: string): Promise<number> {
	const open = await tx.deletionRequest.findMany({
		where: { userId, closedAt: null },
		take: MAILS_AT_ONCE,
		select: { number: true },
	});
	for (const { number } of open) {
		const request = await findRequest(tx, { number, userId });
		if (!request?.submission) continue;
		await enqueueMail(tx, {
			dedupeKey: `deletion-app-deleted ${number}`,
			kind: "deletion-app-deleted",
			to: request.submission.email,
			// In no thread: the mails of a thread are erased with its submission.
			email: appTakenDown({
				request,
				contactEmail: request.contactEmail,
				statusUrl: statusUrl(number),
			}),
		});
	}
	await tx.deletionRequest.updateMany({
		where: { userId, number: { in: open.map(({ number }) => number) } },
		data: { closedAt: clock.now(), outcome: "app_deleted" },
	});
	return open.length;
}

/** Removes some of the proofs of an account that is being erased. Returns how many. */
export async function eraseProofsOf(tx: Transaction, userId: string): Promise<number> {
	const { count } = await tx.deletionRequest.deleteMany({
		where: { userId },
		limit: ROWS_AT_ONCE,
	});
	return count;
}
