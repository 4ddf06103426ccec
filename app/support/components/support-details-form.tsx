import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { Choice } from "#app/conversations/components/choice.tsx";
import { PRIORITIES, STATUSES } from "#app/conversations/submission-rules.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { Field, TextareaField, TextField } from "#app/ui/field/field.tsx";
import { Card } from "#app/ui/list/card.tsx";

type SupportDetailsFormProps = {
	submission: { status: string; priority: string; tags: string[]; notes: string };
	/** When the submission was last changed, as far as this page knows. */
	seen: string;
	result?: SubmissionResult;
};

type Fields = { status: string; priority: string; tag: string; notes: string };

/** Status, priority, tags and notes of a message. Every button saves all of them. */
export function SupportDetailsForm({ submission, seen, result }: SupportDetailsFormProps) {
	const { status, priority, tags, notes } = submission;
	const [form, fields] = useForm<Fields>({
		id: "details",
		lastResult: result,
		defaultValue: { status, priority, tag: "", notes },
	});
	return (
		<Card title="Details">
			<Form method="post" id={form.id} className="form" noValidate preventScrollReset>
				<ErrorSummary form={form} fields={fields} />
				{/* Enter in the field for a tag adds it, though other buttons come first. */}
				<EnterButton label="Add" />
				<input type="hidden" name="seen" value={seen} />
				<Field field={fields.status} label="Status">
					<Choice field={fields.status} values={STATUSES} />
				</Field>
				<Field field={fields.priority} label="Priority">
					<Choice field={fields.priority} values={PRIORITIES} />
				</Field>
				<div className="stack-s">
					{tags.length > 0 && (
						<ul className="tags" aria-label="Tags">
							{tags.map((tag) => (
								<li key={tag}>
									<Button
										name="remove_tag"
										value={tag}
										className="button-s"
										aria-label={`Remove tag ${tag}`}
										dir="auto"
									>
										{tag} ×
									</Button>
								</li>
							))}
						</ul>
					)}
					<div className="with-button">
						<TextField field={fields.tag} label="New tag" autoComplete="off" dir="auto" />
						<Button>Add</Button>
					</div>
				</div>
				<TextareaField
					field={fields.notes}
					label="Notes"
					hint="Only administrators see it."
					dir="auto"
				/>
				<Button>Save details</Button>
			</Form>
		</Card>
	);
}
