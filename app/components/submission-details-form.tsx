import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { PRIORITIES, STATUSES } from "~/schemas/submission-rules";
import { Button } from "./button";
import { Card } from "./card";
import { Choice } from "./choice";
import { ErrorSummary } from "./error-summary";
import { Field, TextareaField, TextField } from "./field";

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
				<TextField field={fields.tags} label="Tags" hint="With commas between them." />
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
