import type { FieldMetadata } from "@conform-to/react";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button/button.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type PasswordFieldProps = {
	field: FieldMetadata<string>;
	label: string;
	hint?: string;
	autoComplete: "current-password" | "new-password";
	autoFocus?: boolean;
};

/**
 * A password with a button that shows it. Where a page does not hydrate, public/password.js adds the
 * button; without JavaScript there is none.
 */
function PasswordField({ field, ...props }: PasswordFieldProps) {
	const isHydrated = useHydrated();
	const [isShown, setIsShown] = useState(false);

	// A browser keeps what a field of another type held, and offers to fill it in.
	useEffect(() => {
		const form = document.getElementById(field.formId);
		const hide = () => setIsShown(false);
		form?.addEventListener("submit", hide);
		return () => form?.removeEventListener("submit", hide);
	}, [field.formId]);

	return (
		<div className="password-field">
			<TextField
				field={field}
				{...props}
				type={isShown ? "text" : "password"}
				autoCapitalize="none"
				spellCheck={false}
				after={
					isHydrated && (
						<Button
							type="button"
							variant="quiet"
							className="button-s"
							aria-controls={field.id}
							aria-pressed={isShown}
							onClick={() => setIsShown(!isShown)}
						>
							Show
						</Button>
					)
				}
			/>
		</div>
	);
}

type CurrentPasswordFieldProps = {
	field: FieldMetadata<string>;
	label?: string;
	autoFocus?: boolean;
};

/** The field of the present password, to sign in or where an action requires it again. */
export function CurrentPasswordField(props: CurrentPasswordFieldProps) {
	const { label = "Current password", ...field } = props;
	return <PasswordField {...field} label={label} autoComplete="current-password" />;
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
			<PasswordField
				field={fields.password}
				label={label}
				autoComplete="new-password"
				hint={hint}
			/>
			<PasswordField
				field={fields.confirm_password}
				label={`Confirm ${label.toLowerCase()}`}
				autoComplete="new-password"
			/>
		</>
	);
}
