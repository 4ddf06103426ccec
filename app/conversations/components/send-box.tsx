import type { SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { READ } from "#app/conversations/submission-rules.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { sendByCtrlEnter } from "./send-by-ctrl-enter.ts";

/** The id of the form with the visitor's box. */
export const MESSAGE_BOX = "message";

type SendBoxProps = {
	params: { conversationToken: string };
	actionData?: { result: SubmissionResult };
	requestId: string;
	isOpen: boolean;
	isClosed: boolean;
	/** Focuses the box, as after sending. */
	isFocused: boolean;
};

/** Shown where nothing can be sent any more, too, so that visitors can copy what they typed. */
export function SendBox({
	params,
	isOpen,
	isClosed,
	actionData,
	isFocused,
	...props
}: SendBoxProps) {
	const canSend = isOpen && !isClosed;
	const [requestId] = useState(props.requestId);
	const isHydrated = useHydrated();
	const [isTyped, setIsTyped] = useState(actionData !== undefined);
	const { form, fields, hidden } = useKeptForm<{ message: string; request_id: string }>({
		id: MESSAGE_BOX,
		lastResult: actionData?.result,
		hidden: { request_id: requestId },
	});
	if (!canSend && !isTyped) return null;
	return (
		<div
			className={canSend ? "write-bar" : undefined}
			data-sticky={isHydrated || undefined}
			id="write"
		>
			<CheckedForm form={form} action={paths.visitor.conversation(params)} preventScrollReset>
				<HiddenFields values={hidden} />
				<TextareaField
					field={fields.message}
					label={canSend ? "Your message" : "What you typed"}
					rows={canSend ? 3 : 4}
					dir="auto"
					autoFocus={isFocused}
					onKeyDown={canSend ? sendByCtrlEnter : undefined}
					onInput={(event) => setIsTyped(event.currentTarget.value !== "")}
				/>
				{canSend && (
					<div className="cluster">
						<Button variant="primary">Send</Button>
						<noscript>
							<Button className="button-s" name="intent" value={READ}>
								Refresh and keep this text
							</Button>
						</noscript>
						<ExtendButton formAction={paths.visitor.conversationSession(params)} />
					</div>
				)}
			</CheckedForm>
		</div>
	);
}

/** Gives an open session its full hour again. */
export function ExtendButton({ formAction }: { formAction?: string }) {
	return (
		<Button className="button-s" formAction={formAction} name="intent" value={READ}>
			Extend by an hour
		</Button>
	);
}
