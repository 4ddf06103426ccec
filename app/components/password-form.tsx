import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "./button";
import { ErrorSummary } from "./error-summary";
import { TextField } from "./field";

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
			<TextField
				field={fields.password}
				label="New password"
				type="password"
				autoComplete="new-password"
				hint="At least 6 characters. Three or four unrelated words are easy to remember and hard to guess."
			/>
			<TextField
				field={fields.confirm_password}
				label="Confirm new password"
				type="password"
				autoComplete="new-password"
			/>
			<div className="cluster">
				<Button>Change password</Button>
			</div>
		</Form>
	);
}
