import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { userContext } from "#app/accounts/middleware.ts";
import { NextWaiting } from "#app/conversations/components/next-waiting.tsx";
import { NoteForm } from "#app/conversations/components/note-form.tsx";
import { REPLY_BOX, ReplyBox } from "#app/conversations/components/reply-box.tsx";
import { ReplyTools } from "#app/conversations/components/reply-tools.tsx";
import { SubmissionDetailsForm } from "#app/conversations/components/submission-details-form.tsx";
import { Thread } from "#app/conversations/components/thread.tsx";
import { ThreadWay } from "#app/conversations/components/thread-way.tsx";
import { Undelivered } from "#app/conversations/components/undelivered.tsx";
import { useLiveThread } from "#app/conversations/components/use-live-thread.ts";
import { useOwnMessage } from "#app/conversations/components/use-own-message.ts";
import { useUnread } from "#app/conversations/components/use-unread.ts";
import { writeAsOwner } from "#app/conversations/conversation.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { fillReply, listReplyTitles, readReply } from "#app/conversations/saved-reply.server.ts";
import { messageSchema } from "#app/conversations/schema.ts";
import { readNames, readSubmission } from "#app/conversations/submission-details.server.ts";
import { READ, RESOLVE } from "#app/conversations/submission-rules.ts";
import { readBefore } from "#app/conversations/thread.server.ts";
import { findNextWaiting } from "#app/conversations/waiting.sql.ts";
import { RequestCard } from "#app/deletion-requests/components/request-card.tsx";
import { readRequestOf } from "#app/deletion-requests/requests/read-request.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused, unknownButton } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { automaticBetween } from "#app/inbound-mail/automatic.server.ts";
import { HeldNotice } from "#app/inbound-mail/components/held-notice.tsx";
import { readHeldReasons } from "#app/inbound-mail/held-mail.server.ts";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { draftIn, keptInBox, showWithDraft } from "../draft.ts";
import type { Route } from "./+types/conversation";

const INSERT = "insert";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(answererContext);
	const submission = await readSubmission(access, readBefore(url));
	return {
		submission,
		automatic: await automaticBetween(access, submission),
		request: await readRequestOf(access),
		held: await readHeldReasons(access),
		mayAnswer: !access.isAdministrator,
		next: access.isAdministrator ? null : findNextWaiting(context.get(userContext), submission.id),
		savedReplies: await listReplyTitles(context.get(userContext)),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const intent = formData.get("intent");
	if (intent !== null && ![INSERT, READ, RESOLVE].includes(String(intent))) throw unknownButton();
	const access = context.get(answererContext);
	const submission = parseWithZod(formData, { schema: messageSchema });
	if (intent === READ) return showWithDraft(submission, formData, url);
	if (intent === INSERT) {
		const chosen = String(formData.get("saved_reply") ?? "");
		const saved = await readReply(context.get(userContext), chosen);
		const text = saved && fillReply(saved.text, await readNames(access));
		const message = [draftIn(formData).trimEnd(), text].filter(Boolean).join("\n\n");
		return replyWith({ result: keptInBox(submission, message), inserted: crypto.randomUUID() });
	}
	if (submission.status !== "success") return invalid(submission);
	const { message, request_id: requestId } = submission.value;
	try {
		await writeAsOwner(access, { message, requestId, isResolved: intent === RESOLVE });
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to send message" });
	}
	const box = `${paths.conversation.thread(params)}#write`;
	throw await redirectWithFlash(box, "Message sent successfully!");
}

export default function OwnerConversation({ loaderData, actionData }: Route.ComponentProps) {
	const { submission, held, next, savedReplies, requestId } = loaderData;
	const { id, email, form } = submission;
	const reply: Reply<{ inserted: string }> | undefined = actionData;
	const path = paths.conversation.thread({ submissionId: id });
	const name = submission.name || email;
	const boxId = submission.verifiedAt ? REPLY_BOX : undefined;
	const sent = useOwnMessage(submission.ownId);
	const [sentBefore] = useState(sent);
	const isHydrated = useHydrated();
	const unread = useUnread(submission.messages, "admin");
	useLiveThread(paths.conversation.events({ submissionId: id }));
	return (
		<Page
			title={`${unread}Conversation with ${email}`}
			heading={name}
			intro={`${email} · ${form.title} of ${form.app.name}`}
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
			<Undelivered
				mails={submission.undelivered}
				visitor={email}
				isUndeliverable={submission.isUndeliverable}
			/>
			<HeldNotice held={held} visitor={email} submissionId={id} boxId={boxId} />
			{loaderData.request && (
				<RequestCard
					request={loaderData.request}
					appId={submission.appId}
					mayAnswer={loaderData.mayAnswer}
				/>
			)}
			<SubmissionDetailsForm submission={submission} boxId={boxId} />
			<noscript>
				<a href="#write">Go to the newest message and the reply box</a>
			</noscript>
			<Thread
				thread={submission}
				askedAt={submission.createdAt}
				path={path}
				self="admin"
				otherName={name}
				boxId={boxId}
				automatic={loaderData.automatic}
				notes={submission.internalNotes}
				noteAction={(note) => (
					<ThreadWay
						to={paths.conversation.note({ submissionId: id, noteId: String(note) })}
						boxId={boxId}
						isAway
					>
						Delete<span className="visually-hidden"> this note</span>
					</ThreadWay>
				)}
			/>
			<div className="write-bar" data-side="owner" data-sticky={isHydrated || undefined} id="write">
				{submission.verifiedAt ? (
					<ReplyBox
						key={`${sent} ${reply?.inserted}`}
						requestId={requestId}
						visitor={name}
						reply={reply}
						isFocused={sent !== sentBefore || reply?.inserted !== undefined}
					/>
				) : (
					<p className="banner">
						The user has not verified the e-mail address yet, so a reply could not reach them.
					</p>
				)}
				<ReplyTools boxId={boxId} savedReplies={savedReplies}>
					<NoteForm submissionId={id} requestId={requestId} boxId={boxId} />
					<p>
						<ThreadWay to={path} boxId={boxId}>
							Refresh
						</ThreadWay>
					</p>
				</ReplyTools>
				<NextWaiting next={next} />
			</div>
		</Page>
	);
}
