import { enqueueConversationMail } from "#app/conversations/by-mail/conversation-mail.server.ts";
import { addOwnersWords, setResolved } from "#app/conversations/conversation.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { requestTakenBack } from "../emails/to-owner.ts";
import { deletionDone, deletionRefused, deletionTakenBack } from "../emails/to-visitor.ts";
import { statusUrl } from "../status-link.server.ts";
import type { RequestsAccess } from "./access.server.ts";
import { erasedAt } from "./days.ts";
import { type FoundRequest, findRequest } from "./found-request.server.ts";
import { describeClosed, mayBecome, type Outcome } from "./request.ts";
import { PENDING_KEYS, planRequest } from "./request-job.server.ts";

type Answer = {
	outcome: "done" | "refused";
	/** The outcome that the owner's page showed, "" for none. */
	shown: string;
	/** What the owner tells the person; for a refusal, the reason. */
	text: string;
};

/**
 * Gives an open request its outcome, or a refused one "done", and mails it to the person with the
 * owner's text. Returns false, and changes nothing, if it has this outcome already; null if there is
 * no such request. Throws Refusal (409) if it ended otherwise since the page was loaded.
 */
export function answerRequest(
	{ userId, appId }: Pick<RequestsAccess, "userId" | "appId">,
	number: number,
	{ outcome, shown, text }: Answer,
): Promise<boolean | null> {
	return transaction(async (tx) => {
		const request = await findRequest(tx, { number, appId, userId });
		if (!request) return null;
		if (request.outcome === outcome) return false;
		const { submission, contactEmail } = request;
		if (!mayBecome(request.outcome, outcome) || request.outcome !== shown) {
			throw new Refusal(`This request ${describeClosed(request)}. Nothing was changed.`, {
				status: 409,
			});
		}
		if (!submission) {
			throw new Refusal(
				"What the person wrote is erased, and the address with it, so nobody can be told any more. Nothing was changed.",
				{ status: 409 },
			);
		}
		await close(tx, request, outcome, outcome === "refused" ? text : "");
		const message = { submissionId: submission.id, requestId: `deletion-${outcome}` };
		if (text) await addOwnersWords(tx, { ...message, message: text });
		const content = { request, contactEmail, statusUrl: statusUrl(number) };
		await enqueueConversationMail(tx, {
			dedupeKey: `deletion-${outcome} ${number}`,
			kind: `deletion-${outcome}`,
			isAskedFor: true,
			to: "visitor",
			submissionId: submission.id,
			letter:
				outcome === "done"
					? deletionDone({ ...content, text })
					: deletionRefused({ ...content, reason: text }),
		});
		return true;
	});
}

/**
 * Takes a request back, for whoever has its status address, and tells both sides. Returns false, and
 * changes nothing, if it was taken back already; null if it is no longer kept. Throws Refusal (409)
 * if it has another outcome.
 */
export function takeBack(number: number): Promise<boolean | null> {
	return transaction(async (tx) => {
		const request = await findRequest(tx, { number, user: { deletedAt: null } });
		if (!request) return null;
		if (request.outcome === "taken_back") return false;
		if (request.closedAt) {
			throw new Refusal(
				`This request ${describeClosed(request)}. It can’t be taken back any more.`,
				{
					status: 409,
				},
			);
		}
		await close(tx, request, "taken_back");
		if (request.submission) await tellTakenBack(tx, request, request.submission);
		return true;
	});
}

async function tellTakenBack(
	tx: Transaction,
	request: FoundRequest,
	{ id, email }: { id: string; email: string },
): Promise<void> {
	const { number, contactEmail } = request;
	await enqueueConversationMail(tx, {
		dedupeKey: `deletion-taken-back-owner ${number}`,
		kind: "deletion-taken-back-owner",
		to: "owner",
		submissionId: id,
		letter: requestTakenBack({
			request,
			email,
			url: env.appUrl + paths.conversation.thread({ submissionId: id }),
		}),
	});
	await enqueueConversationMail(tx, {
		dedupeKey: `deletion-taken-back ${number}`,
		kind: "deletion-taken-back",
		isAskedFor: true,
		to: "visitor",
		submissionId: id,
		letter: deletionTakenBack({ request, contactEmail, statusUrl: statusUrl(number) }),
	});
}

/** Stores an outcome, drops the mails that it makes untrue, and plans the erasure of the words. */
async function close(
	tx: Transaction,
	{ number, submission }: FoundRequest,
	outcome: Outcome,
	reason = "",
): Promise<void> {
	const now = clock.now();
	await tx.deletionRequest.update({
		where: { number },
		data: { closedAt: now, outcome, reason },
	});
	planRequest(tx, number, erasedAt(now));
	if (!submission) return;
	const { reminder, late } = PENDING_KEYS(number);
	await tx.outboxMail.deleteMany({
		where: {
			thread: submission.id,
			sentAt: null,
			failedAt: null,
			OR: [{ dedupeKey: { startsWith: reminder } }, { dedupeKey: late }],
		},
	});
	await setResolved(tx, submission.id);
}
