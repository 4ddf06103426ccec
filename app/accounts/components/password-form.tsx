import { type SubmissionResult, useForm } from "@conform-to/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { CurrentPasswordField, NewPasswordFields } from "./password-fields.tsx";

type PasswordFields = { current_password: string; password: string; confirm_password: string };

/** The form that changes the signed-in user's password. */
export function PasswordForm({ result }: { result?: SubmissionResult }) {
	const [form, fields] = useForm<PasswordFields>({ id: "password", lastResult: result });
	return (
		<CheckedForm form={form} action={paths.account.password}>
			<CurrentPasswordField field={fields.current_password} />
			<NewPasswordFields fields={fields} label="New password" />
			<div className="cluster">
				<Button>Change password</Button>
			</div>
		</CheckedForm>
	);
}
