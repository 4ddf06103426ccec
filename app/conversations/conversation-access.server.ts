import type { UserAccess } from "#app/accounts/access.server.ts";
import { openConversation } from "#app/addresses/visibility.ts";
import { db } from "#app/platform/db/db.server.ts";
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
