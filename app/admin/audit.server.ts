import type { AdminAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { type Keyset, olderThan, pageOf } from "#app/platform/db/keyset.ts";
import { logEvent } from "#app/platform/log.server.ts";

const ACTS_A_PAGE = 50;

/** Who acts: an administrator, or the command line. */
export type Actor = { userId: string; email: string };

/** Somebody at the server's command line, who needs no account. */
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

/** An entry of the audit log. `summary` is a sentence that says what changed. */
export type Act = { action: string; targetType: ActTarget; targetId: string; summary: string };

/**
 * Writes an entry to the audit log, in the transaction of the change itself, and an event without
 * its summary, which may name people, to the process's log.
 */
export async function recordAct(tx: Transaction, actor: Actor, act: Act): Promise<void> {
	await tx.auditEntry.create({
		data: { actorId: actor.userId, actorEmail: actor.email, ...act, createdAt: clock.now() },
	});
	if (actor === COMMAND_LINE) return;
	const { action, targetType, targetId } = act;
	logEvent("administration", { actorId: actor.userId, action, targetType, targetId });
}

/**
 * Returns 50 entries, newest first, and the cursor of the next page. `targetId` filters by target;
 * "" returns everything.
 */
export async function listActs(
	_access: AdminAccess,
	{ targetId, before }: { targetId: string; before: Keyset | null },
) {
	const entries = await db.auditEntry.findMany({
		where: {
			// Naming the types lets SQLite use the index, which begins with them.
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
