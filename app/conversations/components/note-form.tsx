import { type SubmissionResult, useForm } from "@conform-to/react";
import { READ } from "#app/conversations/submission-rules.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type NoteFormProps = {
	submissionId: string;
	requestId: string;
	result?: SubmissionResult;
	/** The id of the form with the box to write in, if the page has one. */
	boxId?: string;
	/** What the page of the box had in it. */
	draft?: string;
};

/**
 * Adds an internal note. Without scripts, its button posts the form of the box, so that the reply
 * that is being typed there comes along.
 */
export function NoteForm({ submissionId, requestId, result, boxId, draft }: NoteFormProps) {
	const isHydrated = useHydrated();
	const [form, fields] = useForm<{ internal_note: string; request_id: string }>({
		id: "note",
		lastResult: result,
	});
	const owner = isHydrated ? undefined : boxId;
	const action = paths.conversation.notes({ submissionId });
	return (
		<CheckedForm form={form} action={action} preventScrollReset>
			<HiddenFields values={{ request_id: requestId, ...(draft && { message: draft }) }} />
			<TextareaField
				field={fields.internal_note}
				label="Internal note"
				hint="The visitor never sees it."
				rows={2}
				className="note-input"
				form={owner}
				dir="auto"
			/>
			<Button form={owner} formAction={owner && action} name="intent" value={READ}>
				Add note
			</Button>
		</CheckedForm>
	);
}
