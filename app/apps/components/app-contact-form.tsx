import { type SubmissionResult, useForm } from "@conform-to/react";
import { withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextField } from "#app/ui/field/field.tsx";

type AppContactFormProps = {
	app: { id: string; contactEmail: string | null };
	/** Where to go once it is saved; the app's settings without one. */
	redirectTo?: string | null;
	result?: SubmissionResult;
};

/** The form for an app's contact address; an empty field removes it. */
export function AppContactForm({ app, redirectTo = null, result }: AppContactFormProps) {
	const [form, fields] = useForm<{ contact_email: string }>({
		id: "app-contact",
		lastResult: result,
		defaultValue: { contact_email: app.contactEmail ?? "" },
	});
	return (
		<CheckedForm
			form={form}
			action={withRedirect(paths.app.contact({ appId: app.id }), redirectTo)}
		>
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
		</CheckedForm>
	);
}
