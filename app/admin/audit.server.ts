import type { AdminAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { type Keyset, olderThan, pageOf } from "#app/platform/db/keyset.ts";

const ACTS_A_PAGE = 50;

/** Who acts: an administrator's access, or the command line. */
export type Actor = { userId: string; email: string };

/** Somebody at the machine, who needs no account. */
export const COMMAND_LINE: Actor = { userId: "command line", email: "command line" };

const TARGETS = [
	"user",
	"app",
	"submission",
	"mail",
	"support_form",
	"support_submission",
] as const;
type ActTarget = (typeof TARGETS)[number];

/** What was done, to what, and what changed in a sentence for people. */
export type Act = { action: string; targetType: ActTarget; targetId: string; summary: string };

/** Writes down what an administrator does, within the transaction that does it. */
export async function recordAct(tx: Transaction, actor: Actor, act: Act): Promise<void> {
	await tx.auditEntry.create({
		data: { actorId: actor.userId, actorEmail: actor.email, ...act, createdAt: clock.now() },
	});
}

/**
 * A page of 50 acts, the newest first, with the mark of the next. `targetId` asks for what was done
 * to one thing; "" for everything.
 */
export async function listActs(
	_access: AdminAccess,
	{ targetId, before }: { targetId: string; before: Keyset | null },
) {
	const entries = await db.auditEntry.findMany({
		where: {
			// The types are named so that the index is of use, which begins with them.
			...(targetId && { targetType: { in: [...TARGETS] }, targetId }),
			...olderThan(before),
		},
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: ACTS_A_PAGE + 1,
		select: {
			id: true,
			actorEmail: true,
			action: true,
			targetType: true,
			targetId: true,
			summary: true,
			createdAt: true,
		},
	});
	return pageOf(entries, ACTS_A_PAGE);
}
