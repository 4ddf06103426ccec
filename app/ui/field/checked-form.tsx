import { Form, type FormProps } from "react-router";
import { type CheckedFormState, ErrorSummary } from "./error-summary.tsx";

type CheckedFormProps = FormProps & {
	form: CheckedFormState;
	/** Of the summary, where a refusal has one. */
	errorTitle?: string | null;
};

/** A form that the server checks: what is wrong stands above its fields, in the server's words. */
export function CheckedForm({ form, errorTitle, children, ...props }: CheckedFormProps) {
	return (
		<Form method="post" id={form.id} className="form" noValidate {...props}>
			<ErrorSummary form={form} title={errorTitle} />
			{children}
		</Form>
	);
}
