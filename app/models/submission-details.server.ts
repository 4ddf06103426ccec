import { db, transaction } from "~/lib/db.server";
import type { Answer } from "~/schemas/answers";
import type { SubmissionDetails } from "~/schemas/submission";
import { clock } from "~/services/clock.server";
import type { AnswererAccess } from "./conversation.server";
import { listUndelivered } from "./outbox.server";
import { stateOf } from "./submission-list.server";

/** A submission with its thread, and the mails that never arrived, for whoever answers it. */
export async function readSubmission({ submissionId }: AnswererAccess) {
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
			internalNotes: true,
			form: { select: { title: true, app: { select: { name: true } } } },
			messages: {
				orderBy: { id: "asc" },
				select: { id: true, senderType: true, message: true, createdAt: true },
			},
		},
	});
	return {
		...submission,
		answers: JSON.parse(answers) as Answer[],
		tags: JSON.parse(tags) as string[],
		state: stateOf(submission),
		undelivered: await listUndelivered(submissionId),
	};
}

/** Sets status, priority, tags and notes; any status may follow any other. */
export async function updateSubmission(
	{ submissionId }: AnswererAccess,
	{ status, priority, tags, notes, internal_notes }: SubmissionDetails,
): Promise<void> {
	await transaction((tx) =>
		tx.submission.update({
			where: { id: submissionId },
			data: {
				status,
				priority,
				tags: JSON.stringify(tags),
				notes,
				internalNotes: internal_notes,
				updatedAt: clock.now(),
			},
		}),
	);
}
