import type { ReactNode } from "react";
import { AnswerForm, type AnswerFormProps } from "#app/forms/components/answer-form.tsx";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { paths } from "#app/paths.ts";
import type { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";

export type OpenSupportForm = NonNullable<Awaited<ReturnType<typeof readActiveSupportForm>>>;

/** What was typed and what is wrong with it; what is known of whoever writes where nothing was. */
type SupportFormProps = Partial<Pick<AnswerFormProps, "values" | "errors" | "problem">> & {
	form: OpenSupportForm;
	/** Buttons beside the one that sends. */
	children?: ReactNode;
};

/** The site's own support form: plain HTML that posts to /support from wherever it stands. */
export function SupportForm({ form, children, ...typed }: SupportFormProps) {
	return (
		<AnswerForm
			stylesheet="app"
			action={paths.support}
			fields={form.fields}
			revision={form.revision}
			values={new Map(form.known)}
			errors={new Map()}
			problem={null}
			{...typed}
		>
			<HiddenFields values={{ [CONTROL.request]: form.requestId }} />
			<div className="cluster">
				<Button variant="primary">Send Message</Button>
				{children}
			</div>
		</AnswerForm>
	);
}
