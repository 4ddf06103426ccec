import type { ReactNode } from "react";
import { AnswerForm, type AnswerFormProps } from "#app/forms/components/answer-form.tsx";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { paths } from "#app/paths.ts";
import type { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";

export type OpenSupportForm = NonNullable<Awaited<ReturnType<typeof readActiveSupportForm>>>;

/** After a failed submission, `values` replace the prefilled answers. */
type SupportFormProps = Partial<
	Pick<AnswerFormProps, "values" | "errors" | "problem" | "isHeldBack">
> & {
	form: OpenSupportForm;
	/** Buttons beside Send. */
	children?: ReactNode;
};

/** The site's own support form. It posts to /support from every page. */
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
