import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { TextField } from "./field";
import { NewPasswordFields } from "./new-password-fields";

type PasswordFields = { current_password: string; password: string; confirm_password: string };

/** The form that changes the password of whoever is signed in. */
export function PasswordForm({ result }: { result?: SubmissionResult }) {
	const [form, fields] = useForm<PasswordFields>({ id: "password", lastResult: result });
	return (
		<Form method="post" action="/settings/password" id={form.id} className="form" noValidate>
			<ErrorSummary form={form} fields={fields} />
			<TextField
				field={fields.current_password}
				label="Current password"
				type="password"
				autoComplete="current-password"
			/>
			<NewPasswordFields fields={fields} label="New password" />
			<div className="cluster">
				<Button>Change password</Button>
			</div>
		</Form>
	);
}
