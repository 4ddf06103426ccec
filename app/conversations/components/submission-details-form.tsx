import type { SubmissionResult } from "@conform-to/react";
import type { readSubmission } from "#app/conversations/submission-details.server.ts";
import { paths } from "#app/paths.ts";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { DetailsForm } from "./details-form.tsx";

type SubmissionDetailsFormProps = {
	submission: Omit<Awaited<ReturnType<typeof readSubmission>>, "messages">;
	result?: SubmissionResult;
};

/** The details that an owner keeps about a submission. */
export function SubmissionDetailsForm({ submission, result }: SubmissionDetailsFormProps) {
	const { id, status, priority, tags, notes, internalNotes } = submission;
	return (
		<DetailsForm
			action={paths.conversation.details({ submissionId: id })}
			values={{ status, priority, tags: tags.join(", "), notes, internal_notes: internalNotes }}
			result={result}
			more={(fields) => (
				<>
					<TextField field={fields.tags} label="Tags" hint="Separated by commas." />
					<TextareaField
						field={fields.notes}
						label="Public notes"
						hint="Shown to the visitor."
						dir="auto"
					/>
					<TextareaField
						field={fields.internal_notes}
						label="Internal notes"
						hint="Never shown to the visitor."
						dir="auto"
					/>
				</>
			)}
		/>
	);
}
