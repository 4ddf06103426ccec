import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";

type AppContactFormProps = {
	app: { id: string; contactEmail: string | null };
	result?: SubmissionResult;
};

/** The address at which people reach the developer of an app; an empty field is none. */
export function AppContactForm({ app, result }: AppContactFormProps) {
	const [form, fields] = useForm<{ contact_email: string }>({
		id: "app-contact",
		lastResult: result,
		defaultValue: { contact_email: app.contactEmail ?? "" },
	});
	return (
		<Form method="post" action={`/app/${app.id}/contact`} id={form.id} className="form" noValidate>
			<ErrorSummary form={form} fields={fields} />
			<TextField
				field={fields.contact_email}
				label="Contact e-mail (optional)"
				hint="Shown on the app's public page, and on its forms while they accept no messages."
				type="email"
				autoComplete="email"
			/>
			<div className="cluster">
				<Button>Save contact address</Button>
			</div>
		</Form>
	);
}
