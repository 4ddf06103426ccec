import type { FormMetadata } from "@conform-to/react";
import type { DraftForm } from "#app/forms/components/draft.ts";
import { BuilderFrame, type BuilderProps } from "#app/forms/components/form-builder.tsx";
import { SUBMISSION_ID_PLACEHOLDER } from "#app/support/support-form-rules.ts";
import { CheckField } from "#app/ui/field/choices.tsx";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";

/** The builder's inputs as strings. A checkbox is "on" or missing. */
export type DraftSupportForm = DraftForm & {
	notification_email: string;
	auto_reply_enabled: string;
	auto_reply_template: string;
};

type SupportFormBuilderProps = BuilderProps & { defaultValue: DraftSupportForm };

/** The builder of the support form: its fields and the mails that it sends. */
export function SupportFormBuilder({ defaultValue, ...props }: SupportFormBuilderProps) {
	const { form, fields, ...kept } = useKeptForm<DraftSupportForm>({
		id: "form",
		lastResult: props.actionData?.result,
		defaultValue,
		hidden: props.hidden,
	});
	const { notification_email, auto_reply_enabled, auto_reply_template } = fields;
	return (
		<BuilderFrame
			{...props}
			{...kept}
			form={form as FormMetadata<DraftForm>}
			fields={fields}
			errorTitle="Validation Error"
			settings={
				<fieldset className="plain-fieldset">
					<legend>
						<h2>Mail</h2>
					</legend>
					<div className="form">
						<TextField
							field={notification_email}
							type="email"
							label="Notification email"
							hint="Every new submission is mailed here. A reply to that mail goes to the person who wrote."
						/>
						<CheckField field={auto_reply_enabled} label="Send an automatic reply" />
						<TextareaField
							field={auto_reply_template}
							label="Automatic reply"
							hint={`${SUBMISSION_ID_PLACEHOLDER} stands for the submission's number. The reply never contains what the visitor wrote.`}
							rows={6}
							dir="auto"
						/>
					</div>
				</fieldset>
			}
		/>
	);
}
