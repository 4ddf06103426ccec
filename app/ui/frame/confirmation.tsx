import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { type CheckedFormState, ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Page } from "./page.tsx";

type ConfirmationProps = {
	title: string;
	heading?: string;
	/** Of the button; without one, there is nothing to do but to go back. */
	label: string | null;
	isDangerous?: boolean;
	cancelTo: string;
	/** Where the act can be refused: what Conform knows of it, and a title for the refusal. */
	form?: CheckedFormState;
	errorTitle?: string | null;
	/** Hidden fields, where the address alone does not say what is done. */
	hidden?: Record<string, string>;
	/** Fields above the button. */
	fields?: ReactNode;
	children: ReactNode;
};

/** The page before an act: what it means, what it needs to know, a button that does it, and a way out. */
export function Confirmation({
	title,
	heading,
	label,
	isDangerous = false,
	cancelTo,
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
			back={{ to: cancelTo, label: "Back" }}
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
					<ButtonLink to={cancelTo}>{label ? "Cancel" : "Back"}</ButtonLink>
				</div>
			</Form>
		</Page>
	);
}
