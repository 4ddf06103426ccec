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
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { READ, showWithDraft } from "../draft.ts";
import type { Route } from "./+types/conversation";

/** The form with the box to write in. */
const BOX_ID = "message";

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
			hasError={actionData?.result.status === "error"}
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
					<Thread
						thread={thread}
						path={path}
						self="user"
						otherName={appName}
						boxId={isClosed ? undefined : BOX_ID}
					/>
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
					boxId={actionData ? BOX_ID : undefined}
					isLocal={isLocal}
				/>
			)}
			{isClosed && <p className="muted">This conversation is closed.</p>}
			{(sent !== undefined || actionData) && (
				<SendBox {...loaderData} params={params} actionData={actionData} key={sent} />
			)}
			{isOpen && isClosed && (
				<Form method="post" action={sessionPath}>
					<ExtendButton />
				</Form>
			)}
		</NarrowShell>
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

type SendBoxProps = Pick<Route.ComponentProps, "params" | "actionData"> & {
	requestId: string;
	isOpen: boolean;
	isClosed: boolean;
};

/** Shown where nothing can be sent any more, too, so that visitors can copy what they typed. */
function SendBox({ params, isOpen, isClosed, actionData, ...props }: SendBoxProps) {
	const canSend = isOpen && !isClosed;
	const [requestId] = useState(props.requestId);
	const [isTyped, setIsTyped] = useState(actionData !== undefined);
	const { form, fields, hidden } = useKeptForm<{ message: string; request_id: string }>({
		id: BOX_ID,
		lastResult: actionData?.result,
		hidden: { request_id: requestId },
	});
	if (!canSend && !isTyped) return null;
	return (
		<CheckedForm form={form} action={paths.visitor.conversation(params)}>
			<HiddenFields values={hidden} />
			<TextareaField
				field={fields.message}
				label={canSend ? "Your message" : "What you typed"}
				rows={4}
				dir="auto"
				onInput={(event) => setIsTyped(event.currentTarget.value !== "")}
			/>
			{canSend && (
				<>
					<div className="cluster">
						<Button variant="primary">Send</Button>
						<noscript>
							<Button name="intent" value={READ}>
								Refresh and keep this text
							</Button>
						</noscript>
					</div>
					<div>
						<ExtendButton formAction={paths.visitor.conversationSession(params)} />
					</div>
				</>
			)}
		</CheckedForm>
	);
}

function ExtendButton({ formAction }: { formAction?: string }) {
	return (
		<Button className="button-s" formAction={formAction} name="intent" value={READ}>
			Extend by an hour
		</Button>
	);
}
