import { parseWithZod } from "@conform-to/zod/v4";
import { SubmissionDetailsForm } from "#app/conversations/components/submission-details-form.tsx";
import { answererContext } from "#app/conversations/middleware.ts";
import { submissionDetailsSchema } from "#app/conversations/schema.ts";
import { readSubmission, updateSubmission } from "#app/conversations/submission-details.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { carriesDraft } from "../draft.ts";
import type { Route } from "./+types/details";

export async function loader({ context }: Route.LoaderArgs) {
	const { messages: _, ...submission } = await readSubmission(context.get(answererContext));
	return { submission };
}

/** Saves the details. A draft that was posted along is posted on to the conversation. */
export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: submissionDetailsSchema });
	if (submission.status !== "success") return invalid(submission);
	await failAs(
		"Failed to update submission",
		updateSubmission(context.get(answererContext), submission.value),
	);
	throw await redirectWithFlash(
		paths.conversation.thread(params),
		"Submission updated successfully",
		carriesDraft(formData) ? 307 : 303,
	);
}

export default function Details({ loaderData, actionData }: Route.ComponentProps) {
	const { submission } = loaderData;
	return (
		<Page
			title="Details"
			heading={submission.email}
			back={{
				to: paths.conversation.thread({ submissionId: submission.id }),
				label: "Back to the conversation",
			}}
			isNarrow
			hasError={actionData !== undefined}
		>
			<SubmissionDetailsForm
				submission={submission}
				result={actionData?.result}
				draft={String(actionData?.result.initialValue?.message ?? "")}
			/>
		</Page>
	);
}
