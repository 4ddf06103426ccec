import { type SubmissionResult, useForm } from "@conform-to/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";

type SupportReplyFormProps = {
	submission: { id: string; email: string };
	requestId: string;
	result?: SubmissionResult;
};

/** The form for a reply by mail to somebody who wrote to support. */
export function SupportReplyForm({ submission, requestId, result }: SupportReplyFormProps) {
	const { id, email } = submission;
	const [form, fields] = useForm<{ message: string; request_id: string }>({
		id: "reply",
		defaultValue: { message: "", request_id: requestId },
		lastResult: result,
	});
	return (
		<CheckedForm form={form} action={paths.admin.supportReply({ supportSubmissionId: id })}>
			<HiddenFields values={{ request_id: requestId }} />
			<TextareaField
				field={fields.message}
				label="Reply"
				hint={`Sent by mail to ${email}. An answer comes back by mail.`}
				rows={6}
				dir="auto"
			/>
			<div className="cluster">
				<Button variant="primary">Send reply</Button>
				<Button name="intent" value="resolve">
					Send and resolve
				</Button>
			</div>
		</CheckedForm>
	);
}
