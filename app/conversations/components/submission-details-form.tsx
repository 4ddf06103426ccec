import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { PRIORITIES, STATUSES } from "#app/conversations/submission-rules.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { Field, TextareaField, TextField } from "#app/ui/field/field.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Choice } from "./choice.tsx";

type SubmissionDetailsFormProps = {
	submission: {
		id: string;
		status: string;
		priority: string;
		tags: string[];
		notes: string;
		internalNotes: string;
	};
	result?: SubmissionResult;
};

type Fields = {
	status: string;
	priority: string;
	tags: string;
	notes: string;
	internal_notes: string;
};

/** Status, priority, tags and notes of a submission. */
export function SubmissionDetailsForm({ submission, result }: SubmissionDetailsFormProps) {
	const { id, status, priority, tags, notes, internalNotes } = submission;
	const [form, fields] = useForm<Fields>({
		id: "details",
		lastResult: result,
		defaultValue: {
			status,
			priority,
			tags: tags.join(", "),
			notes,
			internal_notes: internalNotes,
		},
	});
	return (
		<Card title="Details">
			<Form
				method="post"
				action={`/admin/conversation/${id}/details`}
				id={form.id}
				className="form"
				noValidate
			>
				<ErrorSummary form={form} fields={fields} />
				<Field field={fields.status} label="Status">
					<Choice field={fields.status} values={STATUSES} />
				</Field>
				<Field field={fields.priority} label="Priority">
					<Choice field={fields.priority} values={PRIORITIES} />
				</Field>
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
				<Button>Save details</Button>
			</Form>
		</Card>
	);
}
