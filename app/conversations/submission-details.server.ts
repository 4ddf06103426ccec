import { requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_ANSWER } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import type { Answer } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { readUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { listUndelivered } from "#app/platform/mail/undelivered.server.ts";
import type { AnswererAccess } from "./conversation-access.server.ts";
import { notesBetween } from "./internal-note.server.ts";
import type { SubmissionDetails } from "./schema.ts";
import { stateOf } from "./submission-list.server.ts";
import { changesBetween } from "./submission-rules.ts";
import { readThread } from "./thread.server.ts";

/**
 * Returns a submission with its undelivered mails and a page of its thread: the messages before
 * `before`, the newest if that is null, and the internal notes between them.
 */
export async function readSubmission(access: AnswererAccess, before: number | null = null) {
	const { submissionId } = access;
	const { answers, tags, ...submission } = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: {
			id: true,
			appId: true,
			formId: true,
			email: true,
			name: true,
			answers: true,
			createdAt: true,
			verifiedAt: true,
			sessionEndsAt: true,
			status: true,
			priority: true,
			tags: true,
			notes: true,
			form: { select: { title: true, app: { select: { name: true } } } },
		},
	});
	const thread = await readThread(submissionId, { self: "admin", before });
	return {
		...submission,
		...thread,
		internalNotes: await notesBetween(access, thread, before),
		answers: JSON.parse(answers) as Answer[],
		tags: JSON.parse(tags) as string[],
		state: stateOf(submission),
		undelivered: await listUndelivered(submissionId),
		/** Whether mail to the visitor comes back, so that none is sent that nobody asked for. */
		isUndeliverable: readUndeliverable(submission.email) !== null,
	};
}

/** Returns the visitor's name, "" if it is not known, and the app's. */
export async function readNames({ submissionId }: AnswererAccess) {
	const { name, form } = await db.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: { name: true, form: { select: { app: { select: { name: true } } } } },
	});
	return { name, app: form.app.name };
}

/**
 * Sets status, priority, tags and the note to the visitor. Any status may follow any other; one that
 * is as the page showed it stays as it is by now. The changes of an administrator are written to the audit log. Throws Refusal when they have lost the
 * role.
 */
export async function updateSubmission(
	access: AnswererAccess,
	{ status: chosen, shown_status: shown, priority, tags, notes }: SubmissionDetails,
): Promise<void> {
	const { submissionId } = access;
	await transaction(async (tx) => {
		if (access.isAdministrator) await requireRoleNow(tx, access, MAY_ANSWER);
		const { form, ...stored } = await tx.submission.findUniqueOrThrow({
			where: { id: submissionId },
			select: {
				status: true,
				priority: true,
				tags: true,
				notes: true,
				form: { select: { title: true, user: { select: { email: true } } } },
			},
		});
		const status = chosen === shown ? stored.status : chosen;
		const details = { status, priority, tags: JSON.stringify(tags), notes };
		// Texts that people wrote are named, not quoted.
		const changes = changesBetween(stored, details, {
			status: `status from ${stored.status} to ${status}`,
			priority: `priority from ${stored.priority} to ${priority}`,
			tags: "tags",
			notes: "public notes",
		});
		if (changes.length === 0) return;
		await tx.submission.update({
			where: { id: submissionId },
			data: { ...details, updatedAt: clock.now() },
		});
		if (!access.isAdministrator) return;
		await recordAct(tx, access, {
			action: "update_submission",
			targetType: "submission",
			targetId: submissionId,
			summary: `Changed a submission of the form "${form.title}" on behalf of ${form.user.email}: ${changes.join(", ")}.`,
		});
	});
}
