import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Link } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { SubmissionDetailsForm } from "#app/conversations/components/submission-details-form.tsx";
import { SubmittedAnswers } from "#app/conversations/components/submitted-answers.tsx";
import { Thread } from "#app/conversations/components/thread.tsx";
import { ThreadWay } from "#app/conversations/components/thread-way.tsx";
import { Undelivered } from "#app/conversations/components/undelivered.tsx";
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
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { draftIn, keptInBox, READ, showWithDraft } from "../draft.ts";
import type { Route } from "./+types/conversation";

/** The form with the box to write in. */
const BOX_ID = "reply";

export async function loader({ context, url }: Route.LoaderArgs) {
	return {
		submission: await readSubmission(context.get(answererContext), readBefore(url)),
		savedReplies: await listReplyTitles(context.get(userContext)),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const intent = formData.get("intent");
	if (intent !== null && intent !== "insert" && intent !== READ) throw unknownButton();
	const submission = parseWithZod(formData, { schema: messageSchema });
	if (intent === READ) return showWithDraft(submission, formData, url);
	if (intent === "insert") {
		const chosen = String(formData.get("saved_reply") ?? "");
		const saved = await readReply(context.get(userContext), chosen);
		const message = [draftIn(formData).trimEnd(), saved?.text].filter(Boolean).join("\n\n");
		return replyWith({ result: keptInBox(submission, message), inserted: crypto.randomUUID() });
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
	const boxId = submission.verifiedAt ? BOX_ID : undefined;
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
					<Thread
						thread={submission}
						path={path}
						self="admin"
						otherName={submission.email}
						boxId={boxId}
					/>
					<p className="small">
						<ThreadWay to={path} boxId={boxId}>
							Refresh
						</ThreadWay>
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

type ReplyBoxProps = {
	reply?: Reply;
	requestId: string;
	savedReplies: { id: string; title: string }[];
};

function ReplyBox({ savedReplies, reply, ...props }: ReplyBoxProps) {
	const [requestId] = useState(props.requestId);
	const { form, fields, hidden } = useKeptForm<{ message: string; request_id: string }>({
		id: BOX_ID,
		lastResult: reply?.result,
		hidden: { request_id: requestId },
	});
	return (
		<CheckedForm form={form} preventScrollReset>
			<HiddenFields values={hidden} />
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
