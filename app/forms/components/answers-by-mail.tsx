import type { FieldMetadata } from "@conform-to/react";
import { Choices } from "#app/ui/field/choices.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";

type AnswersByMailProps = {
	field: FieldMetadata<string>;
	/** Whether mail that answers ours reaches this server. */
	isMailTaken: boolean;
};

/** Whether a form's conversations go on by mail. Where no mail comes in, there is no choice. */
export function AnswersByMail({ field, isMailTaken }: AnswersByMailProps) {
	const value = field.initialValue === "no" ? "no" : "yes";
	if (!isMailTaken) return <HiddenFields values={{ [field.name]: value }} />;
	return (
		<details className="form-texts" open={value === "no"}>
			<summary>Answers by mail</summary>
			<Choices
				id={field.id}
				name={field.name}
				legend="Can conversations go on by mail?"
				value={value}
				choices={[
					{
						value: "yes",
						label: "Yes",
						hint: "You and the person who wrote answer each other’s mails from any mail program.",
					},
					{ value: "no", label: "No", hint: "Mails lead to the page of the conversation." },
				]}
			/>
		</details>
	);
}
