import type { FieldMetadata } from "@conform-to/react";
import { TextField } from "#app/ui/field/field.tsx";

/** The field of the present password, which some actions require again. */
export function CurrentPasswordField({ field }: { field: FieldMetadata<string> }) {
	return (
		<TextField
			field={field}
			label="Current password"
			type="password"
			autoComplete="current-password"
		/>
	);
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
