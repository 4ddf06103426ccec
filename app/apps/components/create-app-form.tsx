import { useForm } from "@conform-to/react";
import { APP_NAME_MAX } from "#app/apps/app-limit.ts";
import type { Reply } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
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
		<CheckedForm form={form} errorTitle={actionData?.title} action={paths.dashboard}>
			<input type="hidden" name="request_id" value={requestId} />
			<TextField
				field={fields.name}
				label="App name"
				hint="As people know it from the store. You can rename it at any time; the links keep working."
				autoComplete="off"
				autoFocus={form.valid}
				maxLength={APP_NAME_MAX}
			/>
			<div className="cluster">
				<Button variant="primary">Create App</Button>
				{cancelTo && <ButtonLink to={cancelTo}>Cancel</ButtonLink>}
			</div>
		</CheckedForm>
	);
}
