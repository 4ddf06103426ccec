import { useForm } from "@conform-to/react";
import { Form } from "react-router";
import type { Reply } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";

type CreateAppFormProps = {
	requestId: string;
	actionData?: Reply;
	cancelTo?: string;
};

export function CreateAppForm({ requestId, actionData, cancelTo }: CreateAppFormProps) {
	const [form, fields] = useForm<{ name: string; request_id: string }>({
		id: "create-app",
		lastResult: actionData?.result,
	});
	return (
		<Form method="post" action={paths.dashboard} id={form.id} className="form" noValidate>
			<ErrorSummary form={form} fields={fields} title={actionData?.title} />
			<input type="hidden" name="request_id" value={requestId} />
			<TextField
				field={fields.name}
				label="App name"
				hint="As people know it from the store. You can rename it at any time; the links keep working."
				autoComplete="off"
			/>
			<div className="cluster">
				<Button variant="primary">Create App</Button>
				{cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
			</div>
		</Form>
	);
}
