import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { type CheckedFormState, ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Page } from "./page.tsx";

type ConfirmationProps = {
	title: string;
	heading?: string;
	/** The button's label. Null leaves only the way back. */
	label: string | null;
	isDangerous?: boolean;
	cancelTo: string;
	/** Stands in place of the ways back, where these would lose what was typed. */
	cancelButton?: ReactNode;
	/** Needed if the action can be refused. */
	form?: CheckedFormState;
	errorTitle?: string | null;
	/** Hidden fields, if the address alone does not identify the action. */
	hidden?: Record<string, string>;
	/** Shown above the button. */
	fields?: ReactNode;
	children: ReactNode;
};

/** Asks before an action: its consequences, its fields, its button and a way back. */
export function Confirmation({
	title,
	heading,
	label,
	isDangerous = false,
	cancelTo,
	cancelButton,
	form,
	errorTitle,
	hidden = {},
	fields,
	children,
}: ConfirmationProps) {
	return (
		<Page
			title={title}
			heading={heading}
			back={cancelButton ? undefined : { to: cancelTo, label: "Back" }}
			isNarrow
			hasError={form && !form.valid}
		>
			{children}
			<Form method="post" id={form?.id} className="form" noValidate>
				{form && <ErrorSummary form={form} title={errorTitle} />}
				<HiddenFields values={hidden} />
				{fields}
				<div className="cluster">
					{label && <Button variant={isDangerous ? "danger" : "primary"}>{label}</Button>}
					{cancelButton ?? <ButtonLink to={cancelTo}>{label ? "Cancel" : "Back"}</ButtonLink>}
				</div>
			</Form>
		</Page>
	);
}
