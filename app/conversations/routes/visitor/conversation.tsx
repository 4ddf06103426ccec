import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, useRevalidator } from "react-router";
import { Countdown } from "#app/conversations/components/countdown.tsx";
import { SubmittedAnswers } from "#app/conversations/components/submitted-answers.tsx";
import { Thread } from "#app/conversations/components/thread.tsx";
import { useLiveThread } from "#app/conversations/components/use-live-thread.ts";
import { useOwnMessage } from "#app/conversations/components/use-own-message.ts";
import { readConversation, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { visitorContext } from "#app/conversations/middleware.ts";
import { messageSchema } from "#app/conversations/schema.ts";
import { readBefore } from "#app/conversations/thread.server.ts";
import { flashContext, redirectWithFlash, showFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/conversation";

export const middleware: Route.MiddlewareFunction[] = [showFlash];

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(visitorContext);
	const { status, ...conversation } = await readConversation(access, readBefore(url));
	return {
		...conversation,
		isClosed: status === "closed",
		isLocal: env.mode === "local",
		flash: context.get(flashContext),
		requestId: crypto.randomUUID(),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: messageSchema });
	if (submission.status !== "success") return invalid(submission);
	const { message, request_id } = submission.value;
	try {
		await writeAsVisitor(context.get(visitorContext), { message, requestId: request_id });
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to send message" });
	}
	throw await redirectWithFlash(paths.visitor.conversation(params), "Message sent successfully!");
}

export default function Conversation({ loaderData, actionData, params }: Route.ComponentProps) {
	const { title, appName, isOpen, isClosed, isLocal, sessionEndsAt, msLeft, thread, flash } =
		loaderData;
	const sessionPath = paths.visitor.conversationSession(params);
	const { revalidate } = useRevalidator();
	const path = paths.visitor.conversation(params);
	const sent = useOwnMessage(thread?.ownId);
	useLiveThread(isOpen ? paths.visitor.conversationEvents(params) : null);
	return (
		<NarrowShell
			title={appName}
			windowTitle={`Conversation with ${appName}`}
			intro={title}
			flash={flash}
			hasError={actionData !== undefined}
		>
			{thread && sessionEndsAt ? (
				<>
					<div className="row small muted">
						<Countdown endsAt={sessionEndsAt} msLeft={msLeft} onEnd={revalidate} />
						<a href={path}>Refresh</a>
					</div>
					<details>
						<summary>What you asked</summary>
						<SubmittedAnswers answers={thread.answers} />
					</details>
					<Thread thread={thread} path={path} self="user" otherName={appName} />
					{thread.notes && (
						<Card title={`Note from ${appName}`}>
							<p className="mail-text" dir="auto">
								{thread.notes}
							</p>
						</Card>
					)}
				</>
			) : (
				<Card title="Session Expired">
					<p>
						Sessions last one hour, so that nobody else can read along. We send a new link to the
						address that you verified.
					</p>
					<Form method="post" action={sessionPath}>
						<Button variant="primary">Send New Session Link</Button>
					</Form>
					<MailboxLink isLocal={isLocal} />
				</Card>
			)}
			{isClosed ? (
				<p className="muted">This conversation is closed.</p>
			) : (
				(sent !== undefined || actionData) && (
					<SendBox {...loaderData} params={params} actionData={actionData} key={sent} />
				)
			)}
			{isOpen && (
				<Form method="post" action={sessionPath}>
					<Button className="button-s">Extend by an hour</Button>
				</Form>
			)}
		</NarrowShell>
	);
}

type SendBoxProps = Pick<Route.ComponentProps, "params" | "actionData"> & {
	requestId: string;
	isOpen: boolean;
};

/** Shown on the expired page too, so that the visitor can copy what they typed. */
function SendBox({ params, isOpen, actionData, ...props }: SendBoxProps) {
	const [requestId] = useState(props.requestId);
	const [isTyped, setIsTyped] = useState(actionData !== undefined);
	const [form, fields] = useForm<{ message: string; request_id: string }>({
		id: "message",
		lastResult: actionData?.result,
	});
	if (!isOpen && !isTyped) return null;
	return (
		<CheckedForm form={form} action={paths.visitor.conversation(params)}>
			<input type="hidden" name="request_id" value={requestId} />
			<TextareaField
				field={fields.message}
				label={isOpen ? "Your message" : "What you typed"}
				rows={4}
				dir="auto"
				onInput={(event) => setIsTyped(event.currentTarget.value !== "")}
			/>
			{isOpen && <Button variant="primary">Send</Button>}
		</CheckedForm>
	);
}
