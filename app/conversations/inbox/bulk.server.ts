import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { BULK_MAX, TAGS_MAX } from "../schema.ts";

type Owner = Pick<UserAccess, "userId">;

/**
 * Sets the status of the owner's submissions. `in_progress` reopens those that are resolved or
 * closed, and leaves the others. Returns how many have another one now.
 */
export async function setStatus(
	{ userId }: Owner,
	ids: string[],
	status: "resolved" | "closed" | "in_progress",
): Promise<number> {
	const isReopened = status === "in_progress";
	const changed = isReopened ? { in: ["resolved", "closed"] } : { not: status };
	const { count } = await transaction((tx) =>
		tx.submission.updateMany({
			where: { userId, id: { in: ids }, status: changed },
			data: { status, updatedAt: clock.now() },
		}),
	);
	return count;
}

/**
 * Adds tags to the owner's submissions. Returns how many did not have all of them. Throws Refusal,
 * and changes nothing, when one would have too many.
 */
export async function addTags({ userId }: Owner, ids: string[], added: string[]): Promise<number> {
	return transaction(async (tx) => {
		const rows = await tx.submission.findMany({
			where: { userId, id: { in: ids } },
			take: BULK_MAX,
			select: { id: true, email: true, tags: true },
		});
		let changed = 0;
		for (const { id, email, tags: stored } of rows) {
			const before = JSON.parse(stored) as string[];
			const after = [...new Set([...before, ...added])];
			const tags = JSON.stringify(after);
			if (tags === stored) continue;
			if (after.length > TAGS_MAX) {
				throw new Refusal(
					`${email} would have ${after.length} tags, and at most ${TAGS_MAX} fit. Nothing was changed.`,
					{ field: "tag" },
				);
			}
			await tx.submission.update({
				where: { id, userId },
				data: { tags, updatedAt: clock.now() },
			});
			changed += 1;
		}
		return changed;
	});
}

/** Returns those of the ids that are the owner's, with whose they are, the last active first. */
export function listSelected({ userId }: Owner, ids: string[]) {
	return db.submission.findMany({
		where: { userId, id: { in: ids } },
		take: BULK_MAX,
		orderBy: [{ lastActivityAt: "desc" }, { number: "desc" }],
		select: { id: true, email: true, name: true, messageCount: true },
	});
}

/**
 * Deletes submissions of the owner with their conversations and the mails of them that wait.
 * Returns how many there were. Throws Refusal, and deletes nothing, when one is a deletion request
 * that waits for its answer.
 */
export async function deleteSubmissions({ userId }: Owner, ids: string[]): Promise<number> {
	return transaction(async (tx) => {
		const rows = await tx.submission.findMany({
			where: { userId, id: { in: ids } },
			take: BULK_MAX,
			select: { id: true },
		});
		const own = rows.map(({ id }) => id);
		await refuseOpenRequests(tx, userId, own);
		await tx.outboxMail.deleteMany({
			where: { thread: { in: own }, sentAt: null, failedAt: null },
		});
		const { count } = await tx.submission.deleteMany({ where: { userId, id: { in: own } } });
		return count;
	});
}

/** Nobody could be told of the outcome once the address is gone. */
async function refuseOpenRequests(tx: Transaction, userId: string, ids: string[]): Promise<void> {
	const open = await tx.deletionRequest.findFirst({
		where: { userId, submissionId: { in: ids }, closedAt: null },
		select: { number: true, dueAt: true },
	});
	if (!open) return;
	throw new Refusal(
		`Nothing was deleted, because deletion request no. ${open.number} is among them and waits for your answer until ${formatLongDate(open.dueAt)}. What is written in it is erased by itself 30 days after the answer.`,
		{ status: 409 },
	);
}
