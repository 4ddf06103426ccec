import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Link } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { SubmissionDetailsForm } from "#app/conversations/components/submission-details-form.tsx";
import { SubmittedAnswers } from "#app/conversations/components/submitted-answers.tsx";
import { Thread } from "#app/conversations/components/thread.tsx";
import { useLiveThread } from "#app/conversations/components/use-live-thread.ts";
import { useOwnMessage } from "#app/conversations/components/use-own-message.ts";
import { writeAsOwner } from "#app/conversations/conversation.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { listReplyTitles, readReply } from "#app/conversations/saved-reply.server.ts";
import { messageSchema } from "#app/conversations/schema.ts";
import { readSubmission } from "#app/conversations/submission-details.server.ts";
import { readBefore } from "#app/conversations/thread.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused, unknownButton } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/conversation";

export async function loader({ context, url }: Route.LoaderArgs) {
	return {
		submission: await readSubmission(context.get(answererContext), readBefore(url)),
		savedReplies: await listReplyTitles(context.get(userContext)),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const intent = formData.get("intent");
	if (intent !== null && intent !== "insert") throw unknownButton();
	const submission = parseWithZod(formData, { schema: messageSchema });
	if (intent === "insert") {
		const chosen = String(formData.get("saved_reply") ?? "");
		const saved = await readReply(context.get(userContext), chosen);
		const typed = String(formData.get("message") ?? "").trimEnd();
		const message = [typed, saved?.text].filter(Boolean).join("\n\n");
		const result = { ...submission.reply(), status: undefined, initialValue: { message } };
		return replyWith({ result, inserted: crypto.randomUUID() });
	}
	if (submission.status !== "success") return invalid(submission);
	const { message, request_id } = submission.value;
	try {
		await writeAsOwner(context.get(answererContext), { message, requestId: request_id });
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to send message" });
	}
	throw await redirectWithFlash(paths.conversation.thread(params), "Message sent successfully!");
}

export default function OwnerConversation({ loaderData, actionData }: Route.ComponentProps) {
	const { submission, savedReplies } = loaderData;
	const reply: Reply<{ inserted: string }> | undefined = actionData;
	const path = paths.conversation.thread({ submissionId: submission.id });
	const sent = useOwnMessage(submission.ownId);
	useLiveThread(paths.conversation.events({ submissionId: submission.id }));
	return (
		<Page
			title={`Conversation with ${submission.email}`}
			heading={submission.name || submission.email}
			intro={`${submission.email} · ${submission.form.title} of ${submission.form.app.name}`}
			back={{
				to: paths.submissions.ofForm({ appId: submission.appId, formId: submission.formId }),
				label: "Submissions",
			}}
			actions={
				<Badge tone={submission.state === "Active Session" ? "success" : "neutral"}>
					{submission.state}
				</Badge>
			}
			hasError={reply?.result.status === "error"}
		>
			{submission.undelivered.length > 0 && (
				<Undelivered mails={submission.undelivered} visitor={submission.email} />
			)}
			<div className="conversation-columns">
				<div className="stack">
					<Card title="What they asked">
						<SubmittedAnswers answers={submission.answers} />
					</Card>
					<Thread thread={submission} path={path} self="admin" otherName={submission.email} />
					<p className="small">
						<Link to={path}>Refresh</Link>
					</p>
					{submission.verifiedAt ? (
						<ReplyBox
							key={`${sent} ${reply?.inserted}`}
							requestId={loaderData.requestId}
							savedReplies={savedReplies}
							reply={reply}
						/>
					) : (
						<p className="banner">
							The user has not verified the e-mail address yet, so a reply could not reach them.
						</p>
					)}
				</div>
				<SubmissionDetailsForm submission={submission} />
			</div>
		</Page>
	);
}

type UndeliveredProps = {
	mails: Route.ComponentProps["loaderData"]["submission"]["undelivered"];
	visitor: string;
};

/** What the owner's page calls each kind of mail. A notice goes to the owner's own address. */
const MAIL_NAMES: Record<string, string> = {
	"verify-submission": "The verification mail",
	"session-link": "A session link",
	reply: "Your reply",
	"new-message": "A notice to you",
};

function Undelivered({ mails, visitor }: UndeliveredProps) {
	return (
		<div className="banner" data-tone="danger">
			<div className="stack-s">
				<p>
					<strong>Some mail of this conversation with {visitor} could not be delivered.</strong>
				</p>
				<ul>
					{mails.map(({ kind, reason, at }) => (
						<li key={`${kind} ${at.toISOString()}`}>
							{MAIL_NAMES[kind] ?? "A mail"}, given up on {formatDateTime(at)}: {reason}
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}

type ReplyBoxProps = {
	reply?: Reply;
	requestId: string;
	savedReplies: { id: string; title: string }[];
};

function ReplyBox({ savedReplies, reply, ...props }: ReplyBoxProps) {
	const [requestId] = useState(props.requestId);
	const [form, fields] = useForm<{ message: string; request_id: string }>({
		id: "reply",
		lastResult: reply?.result,
	});
	return (
		<CheckedForm form={form} preventScrollReset>
			<input type="hidden" name="request_id" value={requestId} />
			<TextareaField
				field={fields.message}
				label="Your reply"
				hint="While the visitor's session is open, they see it at once; otherwise it is sent by mail."
				rows={5}
				dir="auto"
			/>
			<div className="cluster">
				<Button variant="primary">Send reply</Button>
			</div>
			<div className="cluster small">
				{savedReplies.length > 0 && (
					<>
						<label htmlFor="saved_reply">Saved reply</label>
						<select className="input" name="saved_reply" id="saved_reply">
							{savedReplies.map(({ id, title }) => (
								<option key={id} value={id}>
									{title}
								</option>
							))}
						</select>
						<Button name="intent" value="insert" className="button-s">
							Insert
						</Button>
					</>
				)}
				<Link to={paths.conversation.savedReplies}>Saved replies</Link>
			</div>
		</CheckedForm>
	);
}
