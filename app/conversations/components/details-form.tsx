import { type FormMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FormProps } from "react-router";
import { labelOf, PRIORITIES, STATUSES } from "#app/conversations/submission-rules.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { SelectField } from "#app/ui/field/choices.tsx";
import { Card } from "#app/ui/list/card.tsx";

type Details = {
	status: string;
	priority: string;
	/** The tags, separated by commas. `tag` is a single one to add. */
	tags?: string;
	tag?: string;
	notes: string;
	internal_notes?: string;
};

type DetailsFormProps = FormProps & {
	values: Details;
	result?: SubmissionResult;
	/** The fields below status and priority. */
	more: (fields: ReturnType<FormMetadata<Details>["getFieldset"]>) => ReactNode;
};

/** Edits a submission's status, priority, tags and notes. Every button saves all of them. */
export function DetailsForm({ values, result, more, ...props }: DetailsFormProps) {
	const [form, fields] = useForm<Details>({
		id: "details",
		lastResult: result,
		defaultValue: values,
	});
	return (
		<Card title="Details">
			<CheckedForm form={form} {...props}>
				<SelectField field={fields.status} label="Status" options={STATUSES.map(toOption)} />
				<SelectField field={fields.priority} label="Priority" options={PRIORITIES.map(toOption)} />
				{more(fields)}
				<Button>Save details</Button>
			</CheckedForm>
		</Card>
	);
}

function toOption(value: string) {
	return { value, label: labelOf(value) };
}
