import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "#app/ui/field/field.tsx";

type CurrentPasswordFieldProps = {
	field: FieldMetadata<string>;
	label?: string;
	autoFocus?: boolean;
};

/** The field of the present password, to sign in or where an action requires it again. */
export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
	const { label = "Current password", ...field } = props;
	return <TextField {...field} label={label} type="password" autoComplete="current-password" />;
}

type NewPasswordFieldsProps = {
	fields: { password: FieldMetadata<string>; confirm_password: FieldMetadata<string> };
	label: "Password" | "New password";
	hint?: string;
};

const ADVICE =
	"At least 6 characters. Three or four unrelated words are easy to remember and hard to guess.";

/** The two fields of a new password. */
export function NewPasswordFields({ fields, label, hint = ADVICE }: NewPasswordFieldsProps) {
	return (
		<>
			<TextField
				field={fields.password}
				label={label}
				type="password"
				autoComplete="new-password"
				hint={hint}
			/>
			<TextField
				field={fields.confirm_password}
				label={`Confirm ${label.toLowerCase()}`}
				type="password"
				autoComplete="new-password"
			/>
		</>
	);
}
