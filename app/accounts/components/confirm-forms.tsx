import { type SubmissionResult, useForm } from "@conform-to/react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { CurrentPasswordField, NewPasswordFields } from "./password-fields.tsx";

type Props = { token: string; result?: SubmissionResult };

/** Confirms an address by one button, in the browser that signed up. */
export function ConfirmButton({ token }: { token: string }) {
	return (
		<form method="post" action={paths.auth.confirm}>
			<input type="hidden" name="token" value={token} />
			<Button variant="primary">Confirm my address</Button>
		</form>
	);
}

/** Confirms an address by the account's password. */
export function ConfirmWithPassword({ token, result }: Props) {
	const [form, fields] = useForm<{ password: string }>({ id: "confirm", lastResult: result });
	return (
		<>
			<ErrorSummary form={form} />
			<form method="post" action={addressOf(token)} id={form.id} className="form" noValidate>
				<input type="hidden" name="token" value={token} />
				<CurrentPasswordField field={fields.password} label="Password" autoFocus={form.valid} />
				<Button variant="primary">Confirm my address</Button>
			</form>
			<p>
				You don't know it, or somebody else signed up with your address?{" "}
				<a href={addressOf(token, { choose: "password" })}>Choose a new password</a>
			</p>
		</>
	);
}

/** Confirms an address and sets a new password. */
export function ConfirmWithNewPassword({ token, result }: Props) {
	const [form, fields] = useForm<{ password: string; confirm_password: string }>({
		id: "confirm-new",
		lastResult: result,
	});
	const address = addressOf(token, { choose: "password" });
	return (
		<>
			<ErrorSummary form={form} />
			<form method="post" action={address} id={form.id} className="form" noValidate>
				<input type="hidden" name="token" value={token} />
				<NewPasswordFields fields={fields} label="New password" />
				<Button variant="primary">Confirm my address</Button>
			</form>
		</>
	);
}

function addressOf(token: string, query: Record<string, string> = {}): string {
	return `${paths.auth.confirm}?${new URLSearchParams({ token, ...query })}`;
}
