import { useEffect, useRef } from "react";
import { Form, type FormProps, useActionData, useNavigation } from "react-router";
import { readSending } from "#app/http/browser/sending.ts";
import { Button } from "#app/ui/button/button.tsx";
import { type CheckedFormState, ErrorSummary } from "./error-summary.tsx";

type CheckedFormProps = FormProps & {
	form: CheckedFormState;
	/** The title of the error summary, if the refusal has one. */
	errorTitle?: string | null;
	/** Discards what useKeptForm restored, if it did. */
	discard?: (() => void) | null;
};

/** A form that the server validates; its errors are listed above the fields. */
export function CheckedForm({ form, errorTitle, discard, children, ...props }: CheckedFormProps) {
	useResetAfterSave(form.id);
	return (
		<Form
			method="post"
			id={form.id}
			className="form"
			noValidate
			data-asks={discard ? "restored" : ""}
			{...props}
		>
			<ErrorSummary form={form} title={errorTitle} />
			{discard && (
				<div className="banner" role="status">
					<p>What you typed before is back. It is not saved yet.</p>
					<Button type="button" className="button-s" onClick={discard}>
						Discard it
					</Button>
				</div>
			)}
			{children}
		</Form>
	);
}

/**
 * Shows what is stored once this form's post is taken. Conform would keep the errors and texts of an
 * earlier one, because a post that is taken brings no result.
 */
function useResetAfterSave(formId: string) {
	const reply: unknown = useActionData();
	const { state, formMethod, formAction } = useNavigation();
	const isPosted = useRef(false);

	useEffect(() => {
		const form = document.getElementById(formId);
		if (!(form instanceof HTMLFormElement)) return;
		if (state !== "idle") {
			if (formMethod === undefined) isPosted.current = false;
			// Other forms of the page may post to the same address.
			else if ((readSending().form ?? form) === form) {
				isPosted.current ||= formMethod === "POST" && form.getAttribute("action") === formAction;
			}
			return;
		}
		if (isPosted.current && reply === undefined) form.reset();
		isPosted.current = false;
	}, [state, formMethod, formAction, reply, formId]);
}
