import { type SubmissionResult, useForm } from "@conform-to/react";
import type { readSubmission } from "#app/conversations/submission-details.server.ts";
import { READ } from "#app/conversations/submission-rules.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { StatusAndPriority } from "./status-and-priority.tsx";

type SubmissionDetailsFormProps = {
	submission: Pick<
		Awaited<ReturnType<typeof readSubmission>>,
		"id" | "status" | "priority" | "tags" | "notes"
	>;
	result?: SubmissionResult;
	/** The id of the form with the box to write in, if the page has one. */
	boxId?: string;
	/** What the page of the box had in it. */
	draft?: string;
};

/**
 * The details that an owner keeps about a submission, in one line. Without scripts, its button posts
 * the form of the box, so that what is being typed there comes along.
 */
export function SubmissionDetailsForm(props: SubmissionDetailsFormProps) {
	const { submission, result, boxId, draft } = props;
	const { id, status, priority, tags, notes } = submission;
	const isHydrated = useHydrated();
	const [form, fields] = useForm({
		id: "details",
		lastResult: result,
		defaultValue: { status, priority, tags: tags.join(", "), notes },
	});
	// A refused post shows what was chosen; otherwise "Send and resolve" and the visitor change it too.
	const stored = result ? undefined : { status, priority };
	const owner = isHydrated ? undefined : boxId;
	const action = paths.conversation.details({ submissionId: id });
	return (
		<CheckedForm form={form} action={action}>
			{draft && <HiddenFields values={{ message: draft }} />}
			<input type="hidden" name="shown_status" value={status} form={owner} />
			<div className="details-line">
				<StatusAndPriority fields={fields} form={owner} stored={stored} />
				<TextField
					field={fields.tags}
					label="Tags"
					placeholder="crash, refund"
					form={owner}
					dir="auto"
				/>
				<Button form={owner} formAction={owner && action} name="intent" value={READ}>
					Save details
				</Button>
			</div>
			<details open={fields.notes.errors !== undefined}>
				<summary className="one-line">
					Public notes{notes && <span className="muted">: {notes}</span>}
				</summary>
				<TextareaField
					field={fields.notes}
					label={<span className="visually-hidden">Public notes</span>}
					hint="Shown to the visitor."
					rows={2}
					form={owner}
					dir="auto"
				/>
			</details>
		</CheckedForm>
	);
}
