import { Form, type FormProps } from "react-router";
import { type CheckedFormState, ErrorSummary } from "./error-summary.tsx";

type CheckedFormProps = FormProps & {
	form: CheckedFormState;
	/** The title of the error summary, if the refusal has one. */
	errorTitle?: string | null;
};

/** A form that the server validates; its errors are listed above the fields. */
export function CheckedForm({ form, errorTitle, children, ...props }: CheckedFormProps) {
	return (
		<Form method="post" id={form.id} className="form" noValidate {...props}>
			<ErrorSummary form={form} title={errorTitle} />
			{children}
		</Form>
	);
}
