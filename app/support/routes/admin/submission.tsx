import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { PriorityBadge, StatusBadge } from "#app/conversations/components/status-badge.tsx";
import { SubmittedAnswers } from "#app/conversations/components/submitted-answers.tsx";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { logError } from "#app/platform/log.server.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { SupportDetailsForm } from "#app/support/components/support-details-form.tsx";
import {
	readSupportSubmission,
	updateSupportSubmission,
} from "#app/support/support-desk.server.ts";
import { mailtoReply } from "#app/support/support-form-rules.ts";
import { supportDetailsSchema } from "#app/support/support-submission.ts";
import { ButtonAnchor } from "#app/ui/button/button.tsx";
import { readChange } from "#app/ui/frame/changed-banner.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/submission";

export async function loader({ context, params }: Route.LoaderArgs) {
	const submission = await read(context.get(adminContext), params.supportSubmissionId);
	if (!submission) throw notFound();
	return { submission, pageId: crypto.randomUUID() };
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

function notFound() {
	return errorPage(404, {
		title: "Submission not found",
		text: "There is no message with this number.",
		link: { to: paths.admin.support, label: "Back to Support" },
	});
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
	if (revision === null) throw notFound();
	throw await redirectWithFlash(
		paths.admin.supportSubmission({ supportSubmissionId: id }),
		"Submission updated successfully.",
	);
}

export default function SupportSubmission({ loaderData, actionData }: Route.ComponentProps) {
	const { submission, pageId } = loaderData;
	const { id, userId, email, name, answers, status, priority, createdAt } = submission;
	const { revision } = readChange(actionData, submission.revision);
	return (
		<Page
			title={`Message from ${email}`}
			heading={name || email}
			intro={
				<>
					{email} · {submission.form.title} ·{" "}
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
			{submission.undelivered.map(({ kind, reason, at }) => (
				<p className="banner" data-tone="danger" key={kind}>
					The automatic reply could not be delivered and was given up on {formatDateTime(at)}:{" "}
					{reason}
				</p>
			))}
			<div className="conversation-columns">
				<div className="stack">
					<Card title="What they wrote">
						<SubmittedAnswers answers={answers} />
					</Card>
					<p className="cluster">
						<ButtonAnchor variant="primary" href={mailtoReply(submission)}>
							Reply by mail
						</ButtonAnchor>
						{userId && <Link to={paths.admin.user({ userId })}>Their account</Link>}
					</p>
					<p className="small muted">
						Number: <span className="mono">{submission.number ?? id}</span>
					</p>
				</div>
				<SupportDetailsForm
					// A new key resets the inputs after each save, even one that changed nothing.
					key={pageId}
					submission={submission}
					revision={revision}
					result={actionData?.result}
				/>
			</div>
		</Page>
	);
}
