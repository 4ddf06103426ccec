import { type AdminAccess, requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import { labelOf } from "#app/conversations/submission-rules.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { isSuppressed } from "#app/platform/mail/suppression.sql.ts";
import { pressId } from "#app/platform/press-id.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { supportReply } from "./emails/support-reply.ts";

const REPLIES_SHOWN = 50;

/** Returns the newest 50 replies to a message, oldest first. */
export async function listSupportReplies(_access: AdminAccess, submissionId: string) {
	const replies = await db.supportReply.findMany({
		where: { submissionId },
		orderBy: { id: "desc" },
		take: REPLIES_SHOWN,
		select: { id: true, text: true, createdAt: true },
	});
	return replies.reverse();
}

/**
 * Stores a reply and mails it. A new message is in progress then, or resolved if that is asked for.
 * A repeated `requestId` sends nothing, unless the text differs; it may still resolve. Returns false
 * for an unknown message. Throws Refusal when the role does not allow it, or the address refuses mail.
 */
export async function replyToSupport(
	access: AdminAccess,
	submissionId: string,
	{ text, isResolved, ...page }: { text: string; requestId: string; isResolved: boolean },
): Promise<boolean> {
	const requestId = pressId(page.requestId, text);
	return transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_ANSWER);
		const submission = await tx.supportSubmission.findUnique({
			where: { id: submissionId },
			select: {
				number: true,
				email: true,
				status: true,
				form: { select: { notificationEmail: true } },
			},
		});
		if (!submission) return false;
		const { number, email, form } = submission;
		const sent = { submissionId_requestId: { submissionId, requestId } };
		const now = clock.now();
		const setStatus = (status: string) =>
			tx.supportSubmission.update({
				where: { id: submissionId },
				data: { status, revision: { increment: 1 }, updatedAt: now },
			});
		const target = { targetType: "support_submission", targetId: submissionId } as const;
		if (await tx.supportReply.findUnique({ where: sent, select: { id: true } })) {
			if (!isResolved || submission.status === "resolved") return true;
			// The answer to "Send reply" was lost, and "Send and resolve" was pressed after it.
			await setStatus("resolved");
			const summary = `Status: ${labelOf(submission.status)} → Resolved.`;
			await recordAct(tx, access, { action: "update_support_submission", ...target, summary });
			return true;
		}
		if (isSuppressed(tx, email)) {
			throw new Refusal(`Nothing was sent, because the holder of ${email} refuses mail from us.`, {
				field: "message",
			});
		}
		const reply = await tx.supportReply.create({
			data: { submissionId, requestId, text, createdAt: now },
			select: { id: true },
		});
		const answered = submission.status === "new" ? "in_progress" : submission.status;
		const status = isResolved ? "resolved" : answered;
		if (status !== submission.status) await setStatus(status);
		await enqueueMail(tx, {
			dedupeKey: `support-reply ${reply.id}`,
			kind: "support-reply",
			to: email,
			isAskedFor: true,
			replyTo: form.notificationEmail ?? env.supportEmail,
			thread: submissionId,
			isPersonal: true,
			email: supportReply({ number, text }),
		});
		await recordAct(tx, access, {
			action: "answer_support_submission",
			...target,
			summary: `Replied to message ${number ?? submissionId}.`,
		});
		return true;
	});
}
