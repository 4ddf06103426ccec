import { parseWithZod } from "@conform-to/zod/v4";
import { MAY_CHANGE_SUPPORT_FORM } from "#app/accounts/admin-role.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { answerBuilder, readBuilder } from "#app/forms/builder.server.ts";
import { draftOf } from "#app/forms/components/draft.ts";
import { DEFAULT_DESCRIPTION } from "#app/forms/form-rules.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { SupportFormBuilder } from "#app/support/components/support-form-builder.tsx";
import { readSupportForm, saveSupportForm } from "#app/support/support-form.server.ts";
import { supportContentSchema, supportFormSchema } from "#app/support/support-form.ts";
import {
	DEFAULT_AUTO_REPLY,
	DEFAULT_SUPPORT_TITLE,
	defaultSupportFields,
} from "#app/support/support-form-rules.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { ChangedBanner, readChange } from "#app/ui/frame/changed-banner.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import type { Route } from "./+types/form";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_SUPPORT_FORM)];

export async function loader({ context }: Route.LoaderArgs) {
	const stored = await readSupportForm(context.get(adminContext));
	const form = stored ?? {
		title: DEFAULT_SUPPORT_TITLE,
		description: DEFAULT_DESCRIPTION,
		fields: defaultSupportFields(),
		isActive: null,
		notificationEmail: null,
		autoReplyEnabled: true,
		autoReplyTemplate: DEFAULT_AUTO_REPLY,
		revision: 0,
	};
	return {
		form: { ...form, notificationEmail: form.notificationEmail ?? env.supportEmail },
		newFieldId: crypto.randomUUID(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const formData = await readBuilder(request);
	const answer = answerBuilder(formData, supportContentSchema);
	if (answer) return answer;
	const submission = parseWithZod(formData, { schema: supportFormSchema });
	if (submission.status !== "success") return invalid(submission);
	let outcome: "created" | "updated";
	try {
		outcome = await saveSupportForm(context.get(adminContext), submission.value);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to save support form. Please try again.",
		});
	}
	throw await redirectWithFlash(paths.admin.supportForm, `Support form ${outcome} successfully`);
}

export default function SupportFormPage({ loaderData, actionData }: Route.ComponentProps) {
	const { form, newFieldId } = loaderData;
	const { changed, revision } = readChange(actionData, form.revision);
	return (
		<Page
			title="Support form"
			intro={<a href={paths.support}>/support</a>}
			back={{ to: paths.admin.support, label: "Support" }}
			actions={
				form.isActive !== null && (
					<div className="cluster">
						<Badge tone={form.isActive ? "success" : "neutral"}>
							{form.isActive ? "Active" : "Inactive"}
						</Badge>
						<ButtonLink to={paths.admin.supportFormState}>
							{form.isActive ? "Deactivate" : "Activate"}
						</ButtonLink>
					</div>
				)
			}
			hasError={actionData?.result.status === "error"}
		>
			<SupportFormBuilder
				key={form.revision}
				defaultValue={{
					...draftOf(form),
					notification_email: form.notificationEmail,
					auto_reply_enabled: form.autoReplyEnabled ? "on" : "",
					auto_reply_template: form.autoReplyTemplate,
				}}
				actionData={actionData}
				hidden={{ revision }}
				newFieldId={newFieldId}
				submitLabel={
					changed
						? "Save my form anyway"
						: form.isActive === null
							? "Create support form"
							: "Save support form"
				}
			>
				{changed && (
					<ChangedBanner noun="form" savedAt={changed.savedAt}>
						Your form is below, and nothing is lost. You can save it over the other one.
					</ChangedBanner>
				)}
			</SupportFormBuilder>
		</Page>
	);
}
