import { requireRoleNow, type UserAccess } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { openConversation } from "#app/addresses/visibility.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { submissionIdOf } from "./conversation-token.server.ts";

/** A visitor who holds a conversation's token. */
export type VisitorAccess = { submissionId: string };

/** The owner of a conversation, or an administrator in the owner's place. */
export type AnswererAccess = Pick<UserAccess, "userId" | "email"> & {
	submissionId: string;
	isAdministrator: boolean;
};

/** Returns the access that a token gives; null if it is unknown, altered or unverified. */
export async function accessByToken(token: string): Promise<VisitorAccess | null> {
	const submissionId = submissionIdOf(token);
	if (!submissionId) return null;
	const submission = await db.submission.findUnique({
		where: { id: submissionId, verifiedAt: { not: null }, ...openConversation },
		select: { id: true },
	});
	return submission && { submissionId };
}

/** Returns the access of a conversation's owner or of an administrator; null for others. */
export async function accessToAnswer(
	access: UserAccess,
	submissionId: string,
): Promise<AnswererAccess | null> {
	const submission = await db.submission.findUnique({
		where: { id: submissionId, form: { user: { deletedAt: null } } },
		select: { userId: true },
	});
	if (!submission) return null;
	const isOwner = submission.userId === access.userId;
	if (!isOwner && access.adminRole === null) return null;
	const { userId, email } = access;
	return { userId, email, submissionId, isAdministrator: !isOwner };
}

/** How long an administrator may read a conversation after giving a reason. */
const READING_MS = DAY_MS;
const READ = "read_conversation";

/** Returns whether somebody may read the conversation now: an administrator needs a reason. */
export async function mayRead({ userId, submissionId, isAdministrator }: AnswererAccess) {
	if (!isAdministrator) return true;
	const reason = await db.auditEntry.findFirst({
		where: {
			targetType: "submission",
			targetId: submissionId,
			createdAt: { gt: new Date(clock.now().getTime() - READING_MS) },
			actorId: userId,
			action: READ,
		},
		select: { id: true },
	});
	return reason !== null;
}

/**
 * Lets an administrator read the conversation for a day. The audit log keeps the reason. Throws
 * Refusal when the administrator has lost the role.
 */
export async function giveReason(access: AnswererAccess, reason: string): Promise<void> {
	await transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_ANSWER);
		const { form } = await tx.submission.findUniqueOrThrow({
			where: { id: access.submissionId },
			select: { form: { select: { title: true } } },
		});
		await recordAct(tx, access, {
			action: READ,
			targetType: "submission",
			targetId: access.submissionId,
			summary: `Opened a conversation of the form "${form.title}". Reason: ${reason}`,
		});
	});
}
