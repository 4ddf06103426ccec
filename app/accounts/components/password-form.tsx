import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

type PasswordFields = { current_password: string; password: string; confirm_password: string };

/** The form that changes the password of whoever is signed in. */
export function PasswordForm({ result }: { result?: SubmissionResult }) {
	const [form, fields] = useForm<PasswordFields>({ id: "password", lastResult: result });
	return (
		<Form method="post" action={paths.account.password} id={form.id} className="form" noValidate>
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
