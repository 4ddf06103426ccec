import { parseWithZod } from "@conform-to/zod/v4";
import { adminContext } from "#app/admin/middleware.ts";
import { messageSchema } from "#app/conversations/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { SupportConversation } from "#app/support/components/support-conversation.tsx";
import { SupportReplyForm } from "#app/support/components/support-reply-form.tsx";
import { supportSubmissionNotFound } from "#app/support/not-found.ts";
import { readSupportSubmission } from "#app/support/support-desk.server.ts";
import { listSupportReplies, replyToSupport } from "#app/support/support-reply.server.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/reply";

/** The page of a reply that was refused. The message's own page has the same form. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const submission = await readSupportSubmission(access, params.supportSubmissionId);
	if (!submission) throw supportSubmissionNotFound();
	const replies = await listSupportReplies(access, submission.id);
	return { submission, replies, requestId: crypto.randomUUID() };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: messageSchema });
	if (submission.status !== "success") return invalid(submission);
	const { message: text, request_id: requestId } = submission.value;
	const isResolved = formData.get("intent") === "resolve";
	let isThere: boolean;
	try {
		const reply = { text, requestId, isResolved };
		isThere = await replyToSupport(context.get(adminContext), params.supportSubmissionId, reply);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to send reply. Please try again." });
	}
	if (!isThere) throw supportSubmissionNotFound();
	throw await redirectWithFlash(
		paths.admin.supportSubmission(params),
		isResolved ? "Reply sent. The message is resolved." : "Reply sent.",
	);
}

export default function SupportReply({ loaderData, actionData }: Route.ComponentProps) {
	const { submission, replies, requestId } = loaderData;
	return (
		<Page
			title={`Reply to ${submission.email}`}
			back={{
				to: paths.admin.supportSubmission({ supportSubmissionId: submission.id }),
				label: "Message",
			}}
			hasError={actionData?.result.status === "error"}
		>
			<div className="stack">
				<SupportConversation submission={submission} replies={replies} />
				<SupportReplyForm
					submission={submission}
					requestId={requestId}
					result={actionData?.result}
				/>
			</div>
		</Page>
	);
}
