import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { PriorityBadge, StatusBadge } from "#app/conversations/components/status-badge.tsx";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { logError } from "#app/platform/log.server.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { SupportConversation } from "#app/support/components/support-conversation.tsx";
import { SupportDetailsForm } from "#app/support/components/support-details-form.tsx";
import { SupportReplyForm } from "#app/support/components/support-reply-form.tsx";
import { supportSubmissionNotFound } from "#app/support/not-found.ts";
import {
	readSupportSubmission,
	updateSupportSubmission,
} from "#app/support/support-desk.server.ts";
import { listSupportReplies } from "#app/support/support-reply.server.ts";
import { supportDetailsSchema } from "#app/support/support-submission.ts";
import { readChange } from "#app/ui/frame/changed-banner.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/submission";

export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const submission = await read(access, params.supportSubmissionId);
	if (!submission) throw supportSubmissionNotFound();
	const replies = await listSupportReplies(access, submission.id);
	return { submission, replies, requestId: crypto.randomUUID() };
}

async function read(access: AdminAccess, id: string) {
	try {
		return await readSupportSubmission(access, id);
	} catch (error) {
		logError(error);
		throw errorPage(500, {
			title: "Failed to load submission details",
			text: "Please try again in a moment.",
			link: { to: paths.admin.support, label: "Back to Support" },
		});
	}
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: supportDetailsSchema });
	if (submission.status !== "success") return invalid(submission);
	const { supportSubmissionId: id } = params;
	let revision: number | null;
	try {
		const access = context.get(adminContext);
		revision = await updateSupportSubmission(access, id, submission.value);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to update submission. Please try again.",
		});
	}
	if (revision === null) throw supportSubmissionNotFound();
	throw await redirectWithFlash(
		paths.admin.supportSubmission({ supportSubmissionId: id }),
		"Submission updated successfully.",
	);
}

/** Returns the address of the list that shows whose a public page is. */
function toContent(url: string): string {
	const [, , , third] = new URL(url).pathname.split("/");
	return paths.admin.content + toQuery({ kind: third === "forms" ? "forms" : "documents", q: url });
}

export default function SupportSubmission({ loaderData, actionData }: Route.ComponentProps) {
	const { submission, replies, requestId } = loaderData;
	const { id, userId, email, name, status, priority, createdAt } = submission;
	const { revision } = readChange(actionData, submission.revision);
	const reported = submission.kind === "report" ? submission.answers[0]?.value : undefined;
	return (
		<Page
			title={`Message from ${email}`}
			heading={name || email}
			intro={
				<>
					{email} · {reported ? "Report" : submission.form.title} ·{" "}
					<time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
				</>
			}
			back={{ to: paths.admin.support, label: "Support" }}
			actions={
				<div className="cluster">
					<PriorityBadge priority={priority} />
					<StatusBadge status={status} />
				</div>
			}
			hasError={actionData?.result.status === "error"}
		>
			{submission.undelivered.map(({ kind, reason, at, wasSent }) => (
				<p className="banner" data-tone="danger" key={`${kind} ${at.toISOString()}`}>
					{kind === "support-reply" ? "A reply" : "The automatic reply"} could not be delivered and{" "}
					{wasSent ? "came back" : "was given up"} on {formatDateTime(at)}: {reason}
				</p>
			))}
			<div className="conversation-columns">
				<div className="stack">
					<SupportConversation submission={submission} replies={replies} />
					<SupportReplyForm key={id} submission={submission} requestId={requestId} />
					<p className="small muted cluster">
						<span>
							Number: <span className="mono">{submission.number ?? id}</span>
						</span>
						{reported && <Link to={toContent(reported)}>Whose page it is</Link>}
						{userId && <Link to={paths.admin.user({ userId })}>Their account</Link>}
					</p>
				</div>
				<SupportDetailsForm
					key={id}
					submission={submission}
					revision={revision}
					result={actionData?.result}
				/>
			</div>
		</Page>
	);
}
