import type { FieldMetadata } from "@conform-to/react";
import { FORM_CLOSED, FORM_SENT } from "#app/forms/visitor-form.ts";
import { Choices } from "#app/ui/field/choices.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";

type FormTextsProps = {
	fields: {
		state: FieldMetadata<string>;
		closed_text: FieldMetadata<string>;
		sent_text: FieldMetadata<string>;
	};
};

/** Whether a form is open, and what its owner says where it is closed and after sending. */
export function FormTexts({ fields: { state, closed_text, sent_text } }: FormTextsProps) {
	const isClosed = state.initialValue === "closed";
	const hasFault = !closed_text.valid || !sent_text.valid;
	const hasText = Boolean(closed_text.initialValue || sent_text.initialValue);
	return (
		<details className="form-texts" open={isClosed || hasText || hasFault}>
			<summary>After sending, and closing the form</summary>
			<div className="form">
				<TextareaField
					field={sent_text}
					label="Your text after sending"
					hint={`It stands below “${FORM_SENT}”`}
					rows={3}
					dir="auto"
				/>
				<Choices
					id={state.id}
					name={state.name}
					legend="New messages"
					value={isClosed ? "closed" : "open"}
					choices={[
						{ value: "open", label: "Open", hint: "Everybody with the address can write." },
						{ value: "closed", label: "Closed", hint: `The page says “${FORM_CLOSED}”` },
					]}
				/>
				<TextareaField
					field={closed_text}
					label="Your text while it is closed"
					hint="It stands below that sentence."
					rows={3}
					dir="auto"
				/>
			</div>
		</details>
	);
}
