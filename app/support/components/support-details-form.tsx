import { type SubmissionResult, useForm } from "@conform-to/react";
import { StatusAndPriority } from "#app/conversations/components/status-and-priority.tsx";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { Card } from "#app/ui/list/card.tsx";

type SupportDetailsFormProps = {
	submission: { status: string; priority: string; tags: string[]; notes: string };
	/** The revision that this save replaces. */
	revision: string;
	result?: SubmissionResult;
};

/** The form for what operators record about a message. */
export function SupportDetailsForm({ submission, revision, result }: SupportDetailsFormProps) {
	const { status, priority, tags, notes } = submission;
	const [form, fields] = useForm({
		id: "details",
		lastResult: result,
		defaultValue: { status, priority, tag: "", notes },
	});
	// A refused post shows what was chosen; otherwise a reply changes the status too.
	const stored = result ? undefined : { status, priority };
	return (
		<Card title="Details">
			<CheckedForm form={form} preventScrollReset>
				<StatusAndPriority fields={fields} stored={stored} />
				{/* Makes Enter in the tag field add the tag, although other buttons come first. */}
				<EnterButton label="Add" />
				<input type="hidden" name="revision" value={revision} />
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
			</CheckedForm>
		</Card>
	);
}
