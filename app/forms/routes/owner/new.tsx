import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { BUILDER_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { appContext } from "#app/apps/middleware.ts";
import { answerBuilder, readBuilder } from "#app/forms/builder.server.ts";
import { draftOf } from "#app/forms/components/draft.ts";
import { FormBuilder } from "#app/forms/components/form-builder.tsx";
import { publishForm } from "#app/forms/form.server.ts";
import { DEFAULT_DESCRIPTION, defaultFields, defaultFormTitle } from "#app/forms/form-rules.ts";
import { createFormSchema, formSchema } from "#app/forms/schema.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/new";

export const handle: PageHandle = { signIn: BUILDER_SIGN_IN };

export function loader({ context }: Route.LoaderArgs) {
	const { app } = context.get(appContext);
	return {
		appName: app.name,
		form: {
			title: defaultFormTitle(app.name),
			description: DEFAULT_DESCRIPTION,
			fields: defaultFields(),
		},
		isMailTaken: env.inbound.domain !== null,
		newFieldId: crypto.randomUUID(),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const formData = await readBuilder(request);
	const answer = answerBuilder(formData, formSchema);
	if (answer) return answer;
	const submission = parseWithZod(formData, { schema: createFormSchema });
	if (submission.status !== "success") return invalid(submission);
	let form: { id: string };
	try {
		form = await publishForm(context.get(appContext), submission.value);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to save form. Please try again." });
	}
	throw redirect(paths.form.published({ ...params, formId: form.id }), 303);
}

export default function NewForm({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<Page
			title="Create Form"
			intro={`For ${loaderData.appName}`}
			hasError={actionData?.result.status === "error"}
		>
			<FormBuilder
				defaultValue={{
					...draftOf(loaderData.form),
					state: "open",
					closed_text: "",
					sent_text: "",
					answers_by_mail: "yes",
				}}
				actionData={actionData}
				hidden={{ request_id: loaderData.requestId }}
				isMailTaken={loaderData.isMailTaken}
				newFieldId={loaderData.newFieldId}
				submitLabel="Publish Form"
			/>
		</Page>
	);
}
