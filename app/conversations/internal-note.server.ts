import { requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { pressId } from "#app/platform/press-id.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { AnswererAccess } from "./conversation-access.server.ts";
import type { ThreadPage } from "./thread.server.ts";

/** How many internal notes a conversation holds. */
export const NOTES_MAX = 50;

/** Returns the internal notes that stand between the messages of a page, oldest first. */
export function notesBetween(
	{ submissionId }: AnswererAccess,
	{ messages, earlier, later }: Pick<ThreadPage, "messages" | "earlier" | "later">,
	before: number | null,
) {
	const from = earlier > 0 ? messages[0]?.id : undefined;
	// Before the first message there are none, and the page is the newest one.
	const end = later > 0 && before !== null ? before : undefined;
	return db.internalNote.findMany({
		where: { submissionId, afterMessageId: { gte: from, lt: end } },
		orderBy: { id: "asc" },
		take: NOTES_MAX,
		select: noteColumns,
	});
}

const noteColumns = { id: true, afterMessageId: true, text: true, createdAt: true } as const;

/** Returns one of the conversation's internal notes, or null. */
export function readNote({ submissionId }: AnswererAccess, id: number) {
	return db.internalNote.findUnique({ where: { id, submissionId }, select: noteColumns });
}

/**
 * Stores an internal note below the conversation's newest message. A repeated `requestId` stores
 * nothing, unless the text differs. An administrator's note is written to the audit log. Throws
 * Refusal when there are 50, and when the administrator's role was taken meanwhile.
 */
export async function writeNote(
	access: AnswererAccess,
	{ text, ...page }: { text: string; requestId: string },
): Promise<void> {
	const { submissionId } = access;
	const requestId = pressId(page.requestId, text);
	await transaction(async (tx) => {
		const key = { submissionId_requestId: { submissionId, requestId } };
		if (await tx.internalNote.findUnique({ where: key, select: { id: true } })) return;
		if ((await tx.internalNote.count({ where: { submissionId } })) >= NOTES_MAX) {
			throw new Refusal(
				`A conversation holds ${NOTES_MAX} internal notes. Please delete one before you add another.`,
				{ field: "internal_note" },
			);
		}
		const newest = await tx.message.findFirst({
			where: { submissionId },
			orderBy: { id: "desc" },
			select: { id: true },
		});
		const afterMessageId = newest?.id ?? 0;
		await tx.internalNote.create({
			data: { submissionId, afterMessageId, text, requestId, createdAt: clock.now() },
		});
		await recordNote(tx, access, "Added an internal note to");
	});
}

/**
 * Deletes one of the conversation's internal notes, if it is there. Throws Refusal when the
 * administrator's role was taken meanwhile.
 */
export async function deleteNote(access: AnswererAccess, id: number): Promise<void> {
	const { submissionId } = access;
	await transaction(async (tx) => {
		const { count } = await tx.internalNote.deleteMany({ where: { id, submissionId } });
		if (count === 0) return;
		// Before notes had a table, this column held the conversation's only one.
		await tx.submission.update({ where: { id: submissionId }, data: { internalNotes: "" } });
		await recordNote(tx, access, "Deleted an internal note of");
	});
}

/** Checks an administrator's role, and writes to the audit log what they did for the owner. */
async function recordNote(tx: Transaction, access: AnswererAccess, did: string): Promise<void> {
	if (!access.isAdministrator) return;
	await requireRoleNow(tx, access, MAY_ANSWER);
	const { form } = await tx.submission.findUniqueOrThrow({
		where: { id: access.submissionId },
		select: { form: { select: { title: true, user: { select: { email: true } } } } },
	});
	await recordAct(tx, access, {
		action: "update_submission",
		targetType: "submission",
		targetId: access.submissionId,
		summary: `${did} a submission of the form "${form.title}" on behalf of ${form.user.email}.`,
	});
}
