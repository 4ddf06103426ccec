import type { Prisma } from "#app/generated/prisma/client.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** A request with whoever is concerned by it. */
export type FoundRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

/**
 * Returns a request with its owner's account, its app's contact address, and its submission, which
 * is null once the words are erased. Null for none.
 */
export async function findRequest(tx: Transaction, where: Prisma.DeletionRequestWhereInput) {
	const request = await tx.deletionRequest.findFirst({
		where,
		include: { user: { select: { suspendedAt: true, deletedAt: true } } },
	});
	if (!request) return null;
	const { submissionId, userId, appId } = request;
	const submission = submissionId
		? await tx.submission.findFirst({
				where: { id: submissionId, userId },
				select: { id: true, email: true },
			})
		: null;
	const app = await tx.app.findFirst({
		where: { id: appId, userId },
		select: { contactEmail: true, deletedAt: true },
	});
	return {
		...request,
		submission,
		contactEmail: app?.contactEmail ?? null,
		isAppTrashed: app?.deletedAt != null,
	};
}
