import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Countdown } from "#app/conversations/components/countdown.tsx";
import { Delivered } from "#app/conversations/components/delivered.tsx";
import { ExtendButton, MESSAGE_BOX, SendBox } from "#app/conversations/components/send-box.tsx";
import { Thread } from "#app/conversations/components/thread.tsx";
import { useLiveThread } from "#app/conversations/components/use-live-thread.ts";
import { useOwnMessage } from "#app/conversations/components/use-own-message.ts";
import { useUnread } from "#app/conversations/components/use-unread.ts";
import { VisitorFrame } from "#app/conversations/components/visitor-frame.tsx";
import { readConversation, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { visitorContext } from "#app/conversations/middleware.ts";
import { messageSchema } from "#app/conversations/schema.ts";
import { READ } from "#app/conversations/submission-rules.ts";
import { readBefore } from "#app/conversations/thread.server.ts";
import { VisitorRequestCard } from "#app/deletion-requests/components/request-card.tsx";
import { readRequestOf } from "#app/deletion-requests/requests/read-request.server.ts";
import { redirectWithFlash, showFlash, takeFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { showWithDraft } from "../draft.ts";
import type { Route } from "./+types/conversation";

export const middleware: Route.MiddlewareFunction[] = [showFlash];

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(visitorContext);
	const { status, ...conversation } = await readConversation(access, readBefore(url));
	return {
		...conversation,
		request: await readRequestOf(access),
		isClosed: status === "closed",
		isLocal: env.mode === "local",
		flash: takeFlash(context),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: messageSchema });
	if (formData.get("intent") === READ) return showWithDraft(submission, formData, url);
	if (submission.status !== "success") return invalid(submission);
	const { message, request_id } = submission.value;
	try {
		await writeAsVisitor(context.get(visitorContext), { message, requestId: request_id });
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to send message" });
	}
	const box = `${paths.visitor.conversation(params)}#write`;
	throw await redirectWithFlash(box, "Message sent successfully!");
}

export default function Conversation({ loaderData, actionData, params }: Route.ComponentProps) {
	const { appName, isOpen, isClosed, isLocal, sessionEndsAt, msLeft, thread } = loaderData;
	const sessionPath = paths.visitor.conversationSession(params);
	const { revalidate } = useRevalidator();
	const path = paths.visitor.conversation(params);
	const sent = useOwnMessage(thread?.ownId);
	const [sentBefore] = useState(sent);
	const unread = useUnread(thread?.messages ?? [], "user");
	useLiveThread(isOpen ? paths.visitor.conversationEvents(params) : null);
	return (
		<VisitorFrame
			{...loaderData}
			windowTitle={`${unread}Conversation with ${appName}`}
			hasError={actionData?.result.status === "error"}
		>
			{loaderData.request && <VisitorRequestCard request={loaderData.request} />}
			{thread && sessionEndsAt ? (
				<>
					<div className="row small muted">
						<Countdown endsAt={sessionEndsAt} msLeft={msLeft} onEnd={revalidate} />
						<a href={path}>Refresh</a>
					</div>
					<Thread
						thread={thread}
						askedAt={loaderData.askedAt}
						path={path}
						self="user"
						otherName={appName}
						boxId={isClosed ? undefined : MESSAGE_BOX}
					/>
					{!isClosed && (
						<Delivered
							to={thread.messages.length === 0 ? appName : null}
							until={sessionEndsAt}
							canAnswerByMail={loaderData.canAnswerByMail}
						/>
					)}
					{thread.notes && (
						<Card title={`Note from ${appName}`}>
							<p className="mail-text" dir="auto">
								{thread.notes}
							</p>
						</Card>
					)}
				</>
			) : (
				<SessionOver
					sessionPath={sessionPath}
					boxId={actionData ? MESSAGE_BOX : undefined}
					isLocal={isLocal}
				/>
			)}
			{isClosed && <p className="muted">This conversation is closed.</p>}
			{(sent !== undefined || actionData) && (
				<SendBox
					{...loaderData}
					params={params}
					actionData={actionData}
					isFocused={sent !== sentBefore}
					key={sent}
				/>
			)}
			{isOpen && isClosed && (
				<Form method="post" action={sessionPath}>
					<ExtendButton />
				</Form>
			)}
		</VisitorFrame>
	);
}

type SessionOverProps = { sessionPath: string; boxId: string | undefined; isLocal: boolean };

/** Its button posts the text in the box along, if there is one, to be shown again. */
function SessionOver({ sessionPath, boxId, isLocal }: SessionOverProps) {
	return (
		<Card title="Session Expired">
			<p>
				Sessions last one hour, so that nobody else can read along. We send a new link to the
				address that you verified.
			</p>
			<Form method="post" action={sessionPath}>
				<Button variant="primary" form={boxId} formAction={sessionPath} name="intent" value={READ}>
					Send New Session Link
				</Button>
			</Form>
			<MailboxLink isLocal={isLocal} />
		</Card>
	);
}
