import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { requestNumberOf, statusPath } from "../status-link.server.ts";
import type { RequestsAccess } from "./access.server.ts";
import { describeDue, erasedAt, isLate } from "./days.ts";
import { type FoundRequest, findRequest } from "./found-request.server.ts";

/** A request as a page shows it. */
export type ShownRequest = ReturnType<typeof toShown>;

/** Returns the deletion request whose conversation a submission holds, or null if it is none. */
export async function readRequestOf({ submissionId }: { submissionId: string }) {
	const request = await findRequest(db, { submissionId });
	return request && { ...toShown(request), statusPath: statusPath(request.number) };
}

/** Returns a request of the owner's app, with what its page says is kept; null for none. */
export async function readRequest(
	{ userId, appId }: Pick<RequestsAccess, "userId" | "appId">,
	number: number,
) {
	const request = await findRequest(db, { number, userId, appId });
	if (!request) return null;
	const page = await db.deletionPage.findUnique({
		where: { appId, app: { userId } },
		select: { kept: true },
	});
	return {
		...toShown(request),
		submissionId: request.submission?.id ?? null,
		email: request.submission?.email ?? null,
		kept: page?.kept ?? "",
	};
}

/**
 * Returns the request of a status address: its state and its days, and nothing of what the person
 * wrote. "gone" is a request of ours that is no longer kept; null is an altered or cut address.
 */
export async function readStatus(token: string): Promise<ShownRequest | "gone" | null> {
	const number = requestNumberOf(token);
	if (number === null) return null;
	const request = await findRequest(db, { number, user: { deletedAt: null } });
	return request ? toShown(request) : "gone";
}

function toShown(request: FoundRequest) {
	const { number, appName, scope, askedAt, dueAt, closedAt, outcome, reason } = request;
	const now = clock.now();
	return {
		...{ number, appName, scope, askedAt, dueAt, closedAt, outcome, reason },
		contactEmail: request.contactEmail,
		isAppTrashed: request.isAppTrashed,
		isLate: closedAt === null && isLate(dueAt, now),
		/** "due in 7 days", "3 days late". */
		due: describeDue(dueAt, now),
		/** When what the person wrote is erased; null while the request waits, and once it is. */
		erasedAt: closedAt && request.submission && erasedAt(closedAt),
	};
}
