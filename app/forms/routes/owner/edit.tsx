import { parseWithZod } from "@conform-to/zod/v4";
import { BUILDER_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { appContext } from "#app/apps/middleware.ts";
import { answerBuilder, readBuilder } from "#app/forms/builder.server.ts";
import { draftOf } from "#app/forms/components/draft.ts";
import { FormBuilder } from "#app/forms/components/form-builder.tsx";
import { updateForm } from "#app/forms/form.server.ts";
import { formContext, formGone, requireForm } from "#app/forms/middleware.ts";
import { formSchema, updateFormSchema } from "#app/forms/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, refused, typedIn } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ChangedBanner, readChange } from "#app/ui/frame/changed-banner.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import type { Route } from "./+types/edit";

export const handle: PageHandle = { signIn: BUILDER_SIGN_IN };

export const middleware: Route.MiddlewareFunction[] = [requireForm];

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const form = context.get(formContext);
	return {
		form,
		path: paths.visitor.form(accountName ?? "", app.slug, form.slug),
		isMailTaken: env.inbound.domain !== null,
		newFieldId: crypto.randomUUID(),
	};
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readBuilder(request);
	const answer = answerBuilder(formData, formSchema);
	if (answer) return answer;
	const submission = parseWithZod(formData, { schema: updateFormSchema });
	if (submission.status !== "success") return invalid(submission);
	let revision: number | null;
	try {
		revision = await updateForm(access, params.formId, submission.value);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to save form. Please try again." });
	}
	if (revision === null) throw formGone(access, typedIn(formData));
	throw await redirectWithFlash(paths.form.edit(params), "Form updated successfully!");
}

export default function EditForm({ loaderData, actionData }: Route.ComponentProps) {
	const { form, path, newFieldId } = loaderData;
	const { changed, revision } = readChange(actionData, form.revision);
	return (
		<Page
			title={`Edit ${form.title}`}
			heading="Edit Form"
			intro={
				<>
					<a href={path}>{path}</a> {form.isClosed && <Badge>Closed</Badge>}
				</>
			}
			hasError={actionData?.result.status === "error"}
		>
			<FormBuilder
				key={form.revision}
				defaultValue={{
					...draftOf(form),
					state: form.isClosed ? "closed" : "open",
					closed_text: form.closedText,
					sent_text: form.sentText,
					answers_by_mail: form.answersByMail ? "yes" : "no",
				}}
				actionData={actionData}
				hidden={{ revision }}
				isMailTaken={loaderData.isMailTaken}
				newFieldId={newFieldId}
				submitLabel={changed ? "Save my form anyway" : "Save Changes"}
			>
				{changed && (
					<ChangedBanner noun="form" savedAt={changed.savedAt}>
						Your form is below, and nothing is lost. You can save it over the other one.
					</ChangedBanner>
				)}
			</FormBuilder>
		</Page>
	);
}
