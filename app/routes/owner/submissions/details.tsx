import { parseWithZod } from "@conform-to/zod/v4";
import { BackLink } from "~/components/back-link";
import { PageTitle } from "~/components/page-title";
import { SubmissionDetailsForm } from "~/components/submission-details-form";
import { invalid, readForm } from "~/lib/form.server";
import { failAs } from "~/lib/storage-fault.server";
import { answererContext } from "~/middleware/conversation";
import { redirectWithFlash } from "~/middleware/flash";
import { readSubmission, updateSubmission } from "~/models/submission-details.server";
import { submissionDetailsSchema } from "~/schemas/submission";
import type { Route } from "./+types/details";

export async function loader({ context }: Route.LoaderArgs) {
	return { submission: await readSubmission(context.get(answererContext)) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: submissionDetailsSchema });
	if (submission.status !== "success") return invalid(submission);
	await failAs(
		"Failed to update submission",
		updateSubmission(context.get(answererContext), submission.value),
	);
	throw await redirectWithFlash(`/admin/conversation/${params.submissionId}`, {
		tone: "success",
		text: "Submission updated successfully",
	});
}

export default function Details({ loaderData, actionData }: Route.ComponentProps) {
	const { submission } = loaderData;
	return (
		<div className="stack-l measure">
			<PageTitle title="Details" hasError={actionData !== undefined} />
			<BackLink to={`/admin/conversation/${submission.id}`}>Back to the conversation</BackLink>
			<h1>{submission.email}</h1>
			<SubmissionDetailsForm submission={submission} result={actionData?.result} />
		</div>
	);
}
