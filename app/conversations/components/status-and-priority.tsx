import type { FieldMetadata } from "@conform-to/react";
import { labelOf, PRIORITIES, STATUSES } from "#app/conversations/submission-rules.ts";
import { SelectField } from "#app/ui/field/choices.tsx";

type StatusAndPriorityProps = {
	fields: { status: FieldMetadata<string>; priority: FieldMetadata<string> };
	/** The id of their form, if they stand outside of it. */
	form?: string;
	/** What is stored, where that can change while the page is open. */
	stored?: { status: string; priority: string };
};

/** What somebody sets about a submission or a message to support. */
export function StatusAndPriority({ fields, form, stored }: StatusAndPriorityProps) {
	return (
		<>
			<SelectField
				key={`status ${stored?.status}`}
				field={fields.status}
				label="Status"
				options={STATUSES.map(toOption)}
				defaultValue={stored?.status}
				form={form}
			/>
			<SelectField
				key={`priority ${stored?.priority}`}
				field={fields.priority}
				label="Priority"
				options={PRIORITIES.map(toOption)}
				defaultValue={stored?.priority}
				form={form}
			/>
		</>
	);
}

function toOption(value: string) {
	return { value, label: labelOf(value) };
}
